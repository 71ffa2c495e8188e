export const detectLanguage = (_: string): string => 'en';
