import { Badge } from '../ui/badge.tsx';

export const TagList = ({ tags }: { tags: string[] }) => (
  <span className="flex flex-wrap gap-1 max-md:justify-end">
    {tags.map((tag) => (
      <Badge key={tag} tone="info">
        {tag}
      </Badge>
    ))}
  </span>
);
