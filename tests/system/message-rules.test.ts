import { describe, expect, it } from 'vitest'
import { isVisible } from '../../src/platform/format/direction-marks.ts'
import type { MailVariable } from '../../src/system/messages/points.ts'
import { htmlText } from '../../src/system/messages/html.forms.ts'
import { editorProps } from '../../src/system/messages/editor.rules.ts'
import { TOO_MUCH, cleanHtml, plainText, textAsHtml } from '../../src/system/messages/html.rules.ts'
import {
  EmptySubject,
  SENDER_VARIABLES,
  parseTemplate,
  renderTemplate,
  sampleValues,
  templateProblem,
  withNames,
  withoutCode,
} from '../../src/system/messages/template.rules.ts'

describe('the HTML of a message', () => {
  it.each(['p', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote'])(
    'keeps <%s>, without its attributes',
    (tag) => {
      expect(cleanHtml(`<${tag} class="x" style="color:red" onclick="y">a</${tag}>`)).toBe(`<${tag}>a</${tag}>`)
    },
  )

  it.each([
    ['<br><hr>', '<br /><hr />'],
    ['  <p>a</p>\n', '<p>a</p>'],
    ['<img src=x>a<script>b</script><style>c</style><iframe>d</iframe><h1>e</h1>', 'ade'],
    ['<a href="https://a.nl" target="_blank">a</a>', '<a href="https://a.nl">a</a>'],
    ['<a href="http://a.nl">a</a>', '<a href="http://a.nl">a</a>'],
    ['<a href="mailto:a@b.nl">a</a>', '<a href="mailto:a@b.nl">a</a>'],
    ['<a href="tel:0612345678">a</a>', '<a href="tel:0612345678">a</a>'],
    ['<a href="javascript:b">a</a>', '<a>a</a>'],
    ['<a href="ftp://a.nl">a</a>', '<a>a</a>'],
    ['<a href="//a.nl">a</a>', '<a>a</a>'],
  ])('%j becomes %j', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
  })
})

describe('a message as plain text', () => {
  it.each([
    ['<p>Een</p><p>Twee</p>', 'Een\n\nTwee'],
    ['<h2>Kop</h2><h3>Tussenkop</h3><blockquote>Citaat</blockquote>einde', 'Kop\n\nTussenkop\n\nCitaat\n\neinde'],
    ['<p>Een<br>twee<br/>drie</p>', 'Een\ntwee\ndrie'],
    ['Een<hr>twee', 'Een\n---\ntwee'],
    ['<ul><li>Een</li><li><p>Twee</p></li></ul><ol><li> <p>Drie</p></li></ol>', '- Een\n- Twee\n\n- Drie'],
    ['<a href="https://a.nl/x?a=1&amp;b=2">Hier</a>.', 'Hier (https://a.nl/x?a=1&b=2).'],
    ['<a href="https://a.nl/?a=1&amp;b=2">https://a.nl/?a=1&amp;b=2</a>', 'https://a.nl/?a=1&b=2'],
    ['<a href="mailto:a@b.nl">a@b.nl</a>', 'a@b.nl'],
    ['<a href="mailto:a@b.nl">Mail</a>', 'Mail (a@b.nl)'],
    ['<a href="tel:0612345678">Bel</a>', 'Bel (0612345678)'],
    ['<a href="https://a.nl">Hier\nen daar</a>', 'Hier\nen daar (https://a.nl)'],
    ['a &lt;b&gt; &amp; &quot;c&quot; &apos;d&#39; &euro;', 'a <b> & "c" \'d\' €'],
    ['&#128512; &eacute;', '😀 é'],
    ['a &amp;nbsp; b', 'a &nbsp; b'],
    ['a  \t b', 'a b'],
    ['a \nb', 'a\nb'],
    ['<p>a</p>\n\n\n<p>b</p>', 'a\n\nb'],
    ['<p> a </p>', 'a'],
  ])('%j reads %j', (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  it('reads a text of somebody else as it was written', () => {
    expect(textAsHtml('Een <b>\ntwee\n\n\ndrie & vier')).toBe('<p>Een &lt;b&gt;<br />twee</p><p>drie &amp; vier</p>')
    expect(textAsHtml('Een')).toBe('<p>Een</p>')
  })
})

const VARIABLES: MailVariable[] = [
  { name: 'cursist.naam', label: 'Naam' },
  { name: 'cursist.email', label: 'E-mail' },
  { name: 'titel', label: 'Titel' },
  { name: 'onderdelen', label: 'Onderdelen', each: [{ name: 'naam', label: 'Naam van het onderdeel' }] },
]
const ALL = [...VARIABLES, ...SENDER_VARIABLES]
const render = (subject: string, content: string, values: Record<string, unknown> = sampleValues(ALL)) =>
  renderTemplate(parseTemplate({ subject, content }), values)
const problem = (content: string, subject = 'Welkom') => templateProblem({ subject, content }, ALL)

describe('a template', () => {
  it('puts values in, escaped in its content alone', () => {
    expect(render('Aan {{ naam }}', '<p>Dag {{ naam }}</p>', { naam: 'A & <b>B</b>' })).toEqual({
      subject: 'Aan A & <b>B</b>',
      html: '<p>Dag A &amp; &lt;b&gt;B&lt;/b&gt;</p>',
    })
  })

  it('cleans what comes out of it once more', () => {
    expect(render('a', '{{ naam | raw }}', { naam: '<script>b</script><p>c</p>' }).html).toBe('<p>c</p>')
  })

  it('reads code as the editor writes it', () => {
    const code = (text: string) => render('a', text, { n: 3, naam: 'x' }).html
    expect(code('{% if n &gt; 2 %}meer{% endif %}')).toBe('meer')
    expect(code('{% if n &lt; 2 %}minder{% else %}niet{% endif %}')).toBe('niet')
    expect(code('{% if naam == &quot;x&quot; %}ja{% endif %}')).toBe('ja')
    expect(code('{% if naam == &#39;x&#39; %}ja{% endif %}')).toBe('ja')
    expect(code('{{&nbsp;naam&nbsp;}}')).toBe('x')
    expect(code('{{ naam | append: &quot;&amp;lt;&quot; }}')).toBe('x&amp;lt;')
    expect(code('a &lt; b')).toBe('a &lt; b')
  })

  it('leaves no empty paragraph where a loop starts and ends', () => {
    const loop = '<p> {% for x in list %} </p><p>{{ x }}</p><p>{% endfor %}</p>'
    expect(render('a', loop, { list: [1, 2] }).html).toBe('<p>1</p><p>2</p>')
    expect(render('a', '<p>a {% if n %}b{% endif %}</p>', { n: true }).html).toBe('<p>a b</p>')
  })

  it('writes its subject on one line', () => {
    expect(render('  Een \n twee ', 'a').subject).toBe('Een twee')
  })

  it.each(['', ' \n\t', '\u200b', '\u0007', '{{ naam }}'])('without a subject (%j) is not sent', (subject) => {
    expect(() => render(subject, 'a', { naam: '' })).toThrow(EmptySubject)
    expect(() => render(subject, 'a', { naam: '' })).toThrow('het onderwerp is leeg voor deze ontvanger')
  })

  it('knows what can be seen', () => {
    expect(['a', ' a ', '.'].map(isVisible)).toEqual([true, true, true])
    expect(['', ' ', '\u00ad', '\n'].map(isVisible)).toEqual([false, false, false, false])
  })

  it('reads own values only, and nothing that is not there', () => {
    expect(() => render('a', '{{ cursist.geboren }}')).toThrow('undefined variable')
    expect(() => render('a', '{{ naam.constructor }}', { naam: {} })).toThrow('undefined variable')
    expect(() => render('a', '{{ naam | bestaatniet }}', { naam: 'x' })).toThrow('undefined filter')
  })
})

describe('a value for every variable', () => {
  it('is its label, in its group; a list has one item', () => {
    expect(sampleValues(VARIABLES)).toEqual({
      cursist: { naam: 'Naam', email: 'E-mail' },
      titel: 'Titel',
      onderdelen: [{ naam: 'Naam van het onderdeel' }],
    })
  })
})

describe('what is wrong with a template', () => {
  it('is nothing when all of it is known', () => {
    const loop = '{% for o in onderdelen %}{{ o.naam }}{% endfor %}'
    expect(problem(`{{ cursist.naam }} {{ afzender.naam }} {{ organisatie.naam }} ${loop}`, '{{ titel }}')).toBeNull()
  })

  it.each(['{{ cursist.naam', '{% if %}', '{% for %}', '{% endif %}', '<p>{% onbekend %}</p>'])(
    'is code that cannot be read: %s',
    (content) => {
      expect(problem(content)).toEqual({ content: ['De code tussen {{ }} of {% %} klopt niet (regel 1).'] })
    },
  )

  it.each(['include', 'render', 'layout', 'block', 'tablerow', 'increment', 'decrement', 'liquid', 'case'])(
    'is every way out of it: %s',
    (tag) => {
      expect(problem(`a\n{% ${tag} 'x' %}`)).toEqual({ content: [expect.stringContaining('klopt niet (regel 2)')] })
    },
  )

  it.each([
    ['characters', '-'.repeat(30_001)],
    ['layout', '<b>'.repeat(4001)],
    ['signs that are none', '<'.repeat(29_999)],
    ['data', '{{ titel }}'.repeat(201)],
  ])('is too much of it: %s', (_what, content) => {
    expect(problem(content)).toEqual({ content: [TOO_MUCH] })
    expect(htmlText.safeParse(content).error?.issues.map(({ message }) => message)).toEqual([TOO_MUCH])
  })

  it('is what grows beyond that while it is cleaned, or is filled in', () => {
    const grows = '&'.repeat(20_000)
    expect(htmlText.safeParse(grows).error?.issues.map(({ message }) => message)).toEqual([TOO_MUCH])
    expect(problem(grows)).toBeNull()
    // Past the limit of the engine itself, which it tells with no line.
    expect(problem('a', '{{ titel }}'.repeat(20_000))).toEqual({
      content: ['De code tussen {{ }} of {% %} klopt niet.'],
    })
    expect(problem(`{% for i in (1..999) %}${'x'.repeat(400)}{% endfor %}`)).toEqual({
      content: ['Het bericht kan zo niet worden samengesteld: controleer de gegevens in de lijsten.'],
    })
    const whole = `${'<p>Tekst</p>'.repeat(1900)}${'{{ titel }}'.repeat(200)}`
    expect([problem(whole), htmlText.parse(whole)]).toEqual([null, whole])
  })

  it('is a variable that these recipients do not have, also in the subject', () => {
    expect(problem('{{ bedrijf.naam }}')).toEqual({
      content: ['Het gegeven bedrijf.naam bestaat niet voor deze ontvangers.'],
    })
    expect(problem('a', '{{ cursist.geboren }}')).toEqual({
      content: ['Het gegeven cursist.geboren bestaat niet voor deze ontvangers.'],
    })
  })

  it('is a subject that stays empty for everybody; one that depends on the recipient may', () => {
    expect(problem('a', ' ')).toEqual({ subject: ['Het onderwerp blijft voor elke ontvanger leeg.'] })
    expect(problem('a', "{% if titel == 'x' %}a{% endif %}")).toBeNull()
  })

  it('is what cannot be put together: items that have no such value, and what takes too long', () => {
    const told = { content: ['Het bericht kan zo niet worden samengesteld: controleer de gegevens in de lijsten.'] }
    expect(problem('{% for o in onderdelen %}{{ o.prijs }}{% endfor %}')).toEqual(told)
    expect(problem('{% for i in (1..9999999) %}{% for j in (1..9999999) %}x{% endfor %}{% endfor %}')).toEqual(told)
  })
})

describe('the editor', () => {
  it('offers single values, and lists to loop over, each name once', () => {
    const { variables, loops } = editorProps([...VARIABLES, { name: 'afzender.naam', label: 'Van' }])
    expect(variables.map(({ name }) => name)).toEqual([
      'cursist.naam',
      'cursist.email',
      'titel',
      'afzender.naam',
      'afzender.email',
      'organisatie.naam',
    ])
    expect(variables.every(({ label }) => /^[A-Z]/.test(label))).toBe(true)
    expect(variables[3]).toEqual({ name: 'afzender.naam', label: 'Uw naam' })
    expect(loops).toEqual([VARIABLES[3]])
  })
})

describe('a text with variables, for a list', () => {
  const variables = [
    { name: 'contact.first_name', label: 'Voornaam' },
    { name: 'course', label: 'Opleiding' },
  ]
  it.each([
    ['Beste {{ contact.first_name }},', 'Beste [Voornaam],'],
    ['{{course}} en {{  course  }}', '[Opleiding] en [Opleiding]'],
    ['{{ other }} {{ course | upcase }}', '… …'],
    ['{% if course %}ja{% endif %}', '…ja…'],
    ['{ course } {{}', '{ course } {{}'],
    ['zonder', 'zonder'],
  ])('%s is told as %s', (text, told) => expect(withNames(text, variables)).toBe(told))

  it('has a mark where nothing is known of them', () => {
    expect(withoutCode('Beste {{ contact.first_name }}, {%x%}{{}}')).toBe('Beste …, ……')
  })
})
