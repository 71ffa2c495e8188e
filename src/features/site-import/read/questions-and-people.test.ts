import { describe, expect, it } from 'vitest';
import type { Facts, Finding } from './findings.ts';
import { readHtmlPage } from './read-page.ts';

const findingsOn = (body: string, peopleWords: string[] = [], head = '') =>
  readHtmlPage(`<html lang="en"><head>${head}</head><body>${body}</body></html>`, new Set(peopleWords)).findings;
const valuesOf = <Kind extends keyof Facts>(findings: Finding[], kind: Kind): Facts[Kind][] =>
  findings.flatMap((finding) => (finding.kind === kind ? [finding.value as Facts[Kind]] : []));

describe('questions', () => {
  const faqsOn = (body: string) => valuesOf(findingsOn(body), 'faq');

  it('are read with their answers', () => {
    const expected = [
      { question: 'Is there parking?', answer: 'Yes, free.' },
      { question: 'Are dogs allowed?', answer: 'On the deck.' },
    ];
    expect(
      faqsOn(
        '<h3>Is there parking?</h3><p>Yes, free.</p><h3>Are dogs allowed?</h3><p>On the deck.</p><h2>Visit</h2><p>Us</p>',
      ),
    ).toEqual(expected);
    expect(
      faqsOn('<p><b>Is there parking?</b><br>Yes, free.</p><p><b>Are dogs allowed?</b><br>On the deck.</p>'),
    ).toEqual(expected);
  });

  it('may be bold paragraphs in boxes of their own, marked or numbered', () => {
    const box = (text: string) => `<div class="t"><p>${text}</p></div>`;
    const faq = (mark: string, answerMark: string) =>
      box(`<b>${mark}Is there a lift?</b>`) +
      box(`${answerMark}Yes.`) +
      box(`<b>${mark}Can I pay by card?</b>`) +
      box(`${answerMark}Of course.`);
    for (const [mark, answerMark] of [
      ['', ''],
      ['Q: ', 'A: '],
      ['Frage: ', 'Antwort: '],
      ['1) ', ''],
    ] as const)
      expect(faqsOn(`<h2>FAQ</h2><div>${faq(mark, answerMark)}</div><footer>© Us</footer>`)).toEqual([
        { question: 'Is there a lift?', answer: 'Yes.' },
        { question: 'Can I pay by card?', answer: 'Of course.' },
      ]);
  });

  it('may have the answer in the same line', () => {
    expect(faqsOn('<p><b>Is it loud there?</b> On Fridays.</p><p><b>Can I bring wine?</b> Yes.</p>')).toEqual([
      { question: 'Is it loud there?', answer: 'On Fridays.' },
      { question: 'Can I bring wine?', answer: 'Yes.' },
    ]);
  });

  it('are not titles of other texts', () => {
    const item = (title: string) => `<details><summary>${title}</summary><p>Every day until late.</p></details>`;
    expect(faqsOn(item('Market hours') + item('Do you deliver?') + item('Can I bring a dog?'))).toHaveLength(2);
    expect(faqsOn('<h2>New here?</h2><p>Ten percent off.</p><h2>Hungry?</h2><p>Come in.</p>')).toEqual([]);
  });

  it('without an answer are slogans', () => {
    expect(faqsOn('<h2>Ready to order?</h2><a href="/o">Order</a><h2>Hungry?</h2>')).toEqual([]);
  });
});

describe('people', () => {
  const peopleOn = (body: string) => valuesOf(findingsOn(body, ['barbers']), 'person').map(({ name }) => name);

  it('are names under a heading for staff', () => {
    expect(peopleOn('<h2>Our team</h2><h3>Dr. Ana Ruiz</h3><p>Owner</p><h3>Jo de Vries, NP</h3><p>Nurse</p>')).toEqual([
      'Dr. Ana Ruiz',
      'Jo de Vries, NP',
    ]);
    expect(
      peopleOn('<h2>Barbers</h2><h3>Sam Lee</h3><p>Fades</p><h2>Reviews</h2><h3>Karen Page</h3><p>Loved it</p>'),
    ).toEqual(['Sam Lee']);
  });

  it('have a role and a description without contact details', () => {
    const body =
      '<h2>Meet the crew</h2><div><h4>Ola Nowak, head groomer</h4><p>Loves poodles. Write to ola@pets.example.</p></div>' +
      '<div><h4>Ben Achebe — Apprentice</h4><p>Started in May</p></div><ul><li><b>Ida Holm</b> MSc<br>Vet</li></ul>' +
      '<div><h4>Happy Paws</h4><p>12 Main St<br>Scranton, PA 18503</p></div>';
    expect(valuesOf(findingsOn(body), 'person').map(({ name, description }) => [name, description])).toEqual([
      ['Ola Nowak', 'head groomer. Loves poodles.'],
      ['Ben Achebe', 'Apprentice. Started in May'],
      ['Ida Holm', 'MSc. Vet'],
    ]);
  });

  it('may be rows of a table', () => {
    const rows =
      '<tr><th>Name</th><th>Focus</th><th>Days</th></tr><tr><td>Jo Pruitt, RDH</td><td>Kids</td><td>Mon–Wed</td></tr>';
    expect(
      valuesOf(findingsOn(`<h1>Team</h1><table>${rows}${rows.replace('Jo', 'Ann')}</table>`), 'person').map(
        ({ name, description }) => [name, description],
      ),
    ).toEqual([
      ['Jo Pruitt, RDH', 'Kids'],
      ['Ann Pruitt, RDH', 'Kids'],
    ]);
  });
});
