import { Badge } from '../ui/badge.tsx';

export const TagList = ({ tags }: { tags: string[] }) => (
  <span className="inline-flex flex-wrap gap-1">
    {tags.map((tag) => (
      <Badge key={tag} tone="info">
        {tag}
      </Badge>
    ))}
  </span>
);
