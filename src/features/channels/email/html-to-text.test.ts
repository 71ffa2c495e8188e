import { describe, expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';
import { separateQuotedText } from './own-text.ts';

describe('the text of an HTML email', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['<div>One</div><div>Two</div>', 'One\nTwo'],
    ['One<br>Two<br/><br>Three', 'One\nTwo\n\nThree'],
    ['a &amp; b&nbsp;&lt;c&gt; caf&eacute;', 'a & b <c> café'],
    ['<ul><li>One</li><li>Two</li></ul>', '- One\n- Two'],
    ['<table><tr><td>Date</td><td>Friday</td></tr><tr><td>People</td><td>4</td></tr></table>', 'Date Friday\nPeople 4'],
    ['<style>p{}</style><script>x()</script><title>t</title><p>Text</p>', 'Text'],
    ['<div style="display:none">preview</div><p>Text</p>', 'Text'],
    ['<p>One\n  two</p>', 'One two'],
    ['<pre>a\n  b</pre>', 'a\n  b'],
    ['<blockquote><p>Old</p><blockquote>Older</blockquote></blockquote>New', '> Old\n>\n>> Older\n>>\nNew'],
    ['<b>un<i>closed', 'unclosed'],
    ['</div></p>text</blockquote>', 'text'],
  ])('%s', (html, text) => expect(htmlToText(html)).toBe(text));

  it('takes a bounded time for deeply nested elements', () => {
    expect(htmlToText(`Text${'<div><blockquote>'.repeat(50_000)}deep`)).toMatch(/^Text/);
  });
});

describe('what somebody wrote in HTML', () => {
  const ownTextOf = (html: string) => separateQuotedText(htmlToText(html)).ownText;
  it.each([
    [
      'Gmail',
      '<div dir="ltr">At 8 please.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Nov 3, 2025 at 10:12 AM Bella &lt;<a href="mailto:d@b.example">d@b.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote">When?</blockquote></div>',
    ],
    [
      'Outlook',
      '<div>At 8 please.</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg"><b>From:</b> Bella &lt;d@b.example&gt;<br><b>Sent:</b> Monday, November 3, 2025<br><b>To:</b> Ana<br><b>Subject:</b> Re: Table</div><div>When?</div>',
    ],
    [
      'Outlook for Windows',
      '<p class=MsoNormal>At 8 please.<o:p></o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class=MsoNormal><b>From:</b> Bella &lt;d@b.example&gt; <br><b>Sent:</b> Monday<br><b>To:</b> Ana<br><b>Subject:</b> Table<o:p></o:p></p></div><p>When?</p>',
    ],
    [
      'Apple Mail',
      'At 8 please.<br><div><br><blockquote type="cite"><div>On Nov 3, 2025, at 10:12 AM, Bella wrote:</div><br><div>When?</div></blockquote></div>',
    ],
    [
      'Yahoo',
      '<div>At 8 please.</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Monday, November 3, 2025 at 10:12 AM, Bella &lt;d@b.example&gt; wrote:</div><div>When?</div></div>',
    ],
    [
      'Thunderbird',
      '<p>At 8 please.</p><div class="moz-cite-prefix">On 03/11/2025 10:12, Bella wrote:<br></div><blockquote type="cite"><p>When?</p></blockquote>',
    ],
    ['with a signature', '<div>At 8 please.</div><div class="gmail_signature">Ana Ruiz<br>Acme</div>'],
  ])('%s', (_, html) => expect(ownTextOf(html)).toBe('At 8 please.'));
});
