const createIconComponent = (path: string) => () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const CrossIcon = createIconComponent('M6 6l12 12M18 6L6 18');
export const DotsIcon = createIconComponent(
  'M5.5 12a.7.7 0 101.4 0 .7.7 0 10-1.4 0M11.3 12a.7.7 0 101.4 0 .7.7 0 10-1.4 0M17.1 12a.7.7 0 101.4 0 .7.7 0 10-1.4 0',
);
export const SendIcon = createIconComponent('M12 19V5M5.5 11.5L12 5l6.5 6.5');
export const CalendarIcon = createIconComponent('M4 9h16M8 3v4M16 3v4M4 5h16v15H4z');
export const PersonIcon = createIconComponent(
  'M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20c.8-3.4 3.8-5 7.5-5s6.7 1.6 7.5 5',
);
export const MailIcon = createIconComponent('M4 6h16v12H4zM4 7l8 6 8-6');
export const StarIcon = createIconComponent('M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z');
export const BellIcon = createIconComponent('M6 10a6 6 0 1112 0c0 5 2 6 2 6H4s2-1 2-6zM10 20h4');
export const BackIcon = createIconComponent('M15 5l-7 7 7 7');
export const NextIcon = createIconComponent('M9 5l7 7-7 7');
export const DownIcon = createIconComponent('M6 9.5l6 6 6-6');
