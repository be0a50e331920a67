import fc from 'fast-check'

/** Code that somebody writes who wants the server to hang, to read or to fall over. */
export const HOSTILE: readonly string[] = [
  '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}x{% endfor %}{% endfor %}{% endfor %}',
  '{% assign a = "xxxxxxxxxx" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
  '{% for i in (1..100000) %}<p>x</p>{% endfor %}',
  '{% for i in (1..9000) %}<p style="font-size: 120pt">WWWWWWWWWWWWWWWWWWWWWWWW</p>{% endfor %}',
  '<div>'.repeat(5000) + '</div>'.repeat(5000),
  `<table><tr>${'<td>x</td>'.repeat(2900)}</tr></table>`,
  '<table><tr><td colspan="20" style="width: 0">aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</td></tr></table>',
  `<p style="width: 0pt">${'a'.repeat(50_000)}</p>`,
  `<p style="font-size: 4pt; min-font-size: 4pt">${'aaa '.repeat(14_000)}</p>`,
  '<p style="font-size: 99999pt">x</p>',
  '<body style="size: 1pt 1pt">x</body>',
  '<body style="margin: 2000pt">x</body>',
  '<body style="margin-left: 2000pt">x</body>',
  '<header style="top: 2000pt">x</header>y',
  '<div style="margin: 2000pt; padding: 2000pt">x</div>',
  '<qr value="{% for i in (1..1000) %}aaaa{% endfor %}"/>',
  `<qr value="${'a'.repeat(501)}"/>`,
  '{{ __proto__ }}{{ titel.__proto__ }}{{ regels.constructor.constructor }}',
  '{{ titel | where: "constructor" }}',
  '{% render "../../../etc/passwd" %}',
  '{% layout "/etc/passwd" %}',
  '<img src="file:///etc/passwd"/><img src="http://169.254.169.254/"/>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><p>&y;</p>',
  '<?xml version="1.0"?><p>x</p>',
  '<![CDATA[<script>]]>',
  '</layout><layout>',
  '{% raw %}<p>{% endraw %}',
  '{% comment %}{% if %}<p>{% endcomment %}x',
  '{{',
  '{%',
  '{% if %}',
  '{{ "}}" }}<p>x</p>',
  '<p title={{ titel }}>x</p>',
  '<{{ titel }}>x</{{ titel }}>',
  '\u0000\u0001\ufffe\ud800',
]

const piece: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('<p>', '</p>', '<b>', '</b>', '<table>', '</table>', '<tr>', '</tr>', '<td>', '</td>', '<th>', '<ul>', '<li>', '</li>', '</ul>', '<br/>', '<hr/>', '<pagebreak/>', '<qr value="x"/>', '<columns>', '<column>', '</column>', '</columns>', '<div style="', '">', '</div>', '<header>', '</header>'), // prettier-ignore
  fc.constantFrom('{{ titel }}', '{{ tekst | upcase }}', '{% for r in regels %}', '{% endfor %}', '{% if titel %}', '{% else %}', '{% endif %}', '{{ r.naam }}', '{% assign x = titel | append: "y" %}', '{{ x }}', '{% break %}', '{%', '}}'), // prettier-ignore
  fc.constantFrom('font-size: 50pt;', 'width: 10%;', 'margin: 5mm;', 'position: absolute;', 'top: 300pt;', 'border: 1pt solid red;', 'height: 900pt;', 'page-break-inside: avoid;', 'text-align: center;', 'min-font-size: 4pt;'), // prettier-ignore
  fc.string({ maxLength: 12 }),
)
/** Whole elements around anything, so that many of them can be drawn. */
const element: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('p', 'div', 'h1', 'b', 'columns', 'table', 'ul'),
      fc.string({ maxLength: 20 }).map((text) => text.replace(/[<&{%]/g, '')),
    )
    .map(
      ([name, text]) => // prettier-ignore
    name === 'table' ? `<table><tr><td>${text}</td><td>{{ titel }}</td></tr></table>` : name === 'ul' ? `<ul><li>${text}</li></ul>` : name === 'columns' ? `<columns><column>${text}</column></columns>` : `<${name}>${text}</${name}>`, // prettier-ignore
    ),
  fc.tuple(fc.constantFrom('font-size: 90pt', 'width: 1pt', 'height: 1900pt', 'margin-left: 500pt', 'position: absolute; bottom: 0', 'background: #eee; border: 20pt solid red', 'padding: 300pt'), fc.string({ maxLength: 40 }).map((text) => text.replace(/[<&{%]/g, ''))).map(([style, text]) => `<div style="${style}">${text} {{ tekst }}</div>`), // prettier-ignore
)

/** Templates at random: some whole, most of them not. */
export const templates: fc.Arbitrary<string> = fc.oneof(
  fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
  fc.array(element, { maxLength: 10 }).map((elements) => elements.join('\n')),
  fc.array(fc.oneof(element, piece), { maxLength: 12 }).map((parts) => parts.join('')),
)
