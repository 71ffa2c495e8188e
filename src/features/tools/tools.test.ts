import { describe, expect, it } from 'vitest';
import { loadIndustries } from '../../industries/load.ts';
import { createTools } from './tools.ts';

const industries = await loadIndustries();
const tools = createTools(industries);
const GENERAL_TOOLS = ['booking_find', 'booking_change', 'booking_cancel', 'general_hours', 'general_contact'];
const toolNames = (industryNames: string[]) => tools.forBusiness({ industries: industryNames }).map(({ name }) => name);

describe('the tools of a business', () => {
  it('are those of its active industries and the general ones', () => {
    expect(toolNames([])).toEqual(GENERAL_TOOLS);
    expect(toolNames(['restaurant'])).toEqual([
      'restaurant_menu',
      'restaurant_dietary',
      'restaurant_reserve',
      ...GENERAL_TOOLS,
    ]);
    const combinedTools = toolNames(['salon', 'fitness']);
    expect(combinedTools).toContain('salon_book');
    expect(combinedTools).toContain('fitness_join_class');
    expect(combinedTools).not.toContain('restaurant_menu');
  });

  it.each(tools.forBusiness({ industries: industries.map(({ name }) => name) }).map((tool) => [tool.name, tool]))(
    '%s has a schema that any model accepts',
    (name, { inputSchema, description, title, run }) => {
      expect(name).toMatch(/^[a-z_]{3,64}$/);
      expect(title.length).toBeGreaterThan(3);
      expect(description.length).toBeGreaterThan(10);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
      expect(tools.find(name)?.run).toBe(run);
    },
  );

  it('are found only by their tool name', () => expect(tools.find('restaurant.menu')).toBeUndefined());
});
