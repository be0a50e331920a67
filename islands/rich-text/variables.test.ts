import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeWords } from './code-words.ts'
import { lineContent, withChips, withCode } from './variables.ts'

const props = {
  variables: [
    { name: 'ontvanger.naam', label: 'Naam van de ontvanger' },
    { name: 'planning.cursus', label: 'Naam <van> de cursus' },
  ],
  loops: [
    {
      name: 'onderdelen',
      label: 'Onderdelen',
      each: [
        { name: 'datum', label: 'Datum' },
        { name: 'plaats', label: 'Plaats' },
      ],
    },
  ],
}

describe('code in the editor', () => {
  it('has the name that people have for it, and comes back exactly as it was', () => {
    const html = '<p>Beste {{ontvanger.naam}}, <strong>{{ planning.cursus }}</strong></p>'
    const shown = withChips(html, props)
    expect(shown).toContain('<span data-code="{{ontvanger.naam}}">Naam van de ontvanger</span>')
    expect(shown).toContain('Naam &lt;van&gt; de cursus')
    expect(withCode(shown)).toBe(html)
  })

  it('leaves the addresses of links alone', () => {
    const html = '<p><a href="https://x.example/{{ planning.nummer }}">hier</a></p>'
    expect(withChips(html, props)).toBe(html)
  })

  it('is read as the editor writes it', () => {
    expect(withCode('<p><span data-code="{{ ontvanger.naam }}" class="var">Naam van de ontvanger</span></p>')).toBe(
      '<p>{{ ontvanger.naam }}</p>',
    )
    expect(withCode('<p><span data-code="{% if a < &quot;b&quot; %}" class="var var--tag">x</span></p>')).toBe(
      '<p>{% if a &lt; "b" %}</p>',
    )
  })

  it.each([
    [
      ['{% for deel in onderdelen %}', '{{ deel.datum }}', '{% endfor %}', '{{ deel.datum }}'],
      ['Voor elk van: Onderdelen', 'Datum', 'Einde van de herhaling', 'deel.datum'],
    ],
    [['{%- for d in onderdelen limit: 2 -%}'], ['Voor elk van: Onderdelen (limit: 2)']],
    [
      ['{% for d in onderdelen %}', '{% if d.plaats != blank %}', '{% else %}', '{% endif %}'],
      ['Voor elk van: Onderdelen', 'Als Plaats is ingevuld', 'Anders', 'Einde van als'],
    ],
    [
      ['{% unless ontvanger.naam == blank %}', '{% endunless %}'],
      ['Behalve als Naam van de ontvanger leeg is', 'Einde van behalve'],
    ],
    [
      ['{% if ontvanger.naam and ontvanger.naam == "Jan" %}', '{% elsif ontvanger.naam contains "x" %}'],
      [
        'Als Naam van de ontvanger is ingevuld en Naam van de ontvanger gelijk is aan ‘Jan’',
        'Anders, als Naam van de ontvanger bevat ‘x’',
      ],
    ],
    [
      [
        '{{ ontvanger.naam | upcase }}',
        '{{ planning.cursus | downcase | strip }}',
        '{% assign x = 1 %}',
        '{{ constructor }}',
        '{% constructor %}',
      ],
      [
        'Naam van de ontvanger (in hoofdletters)',
        'Naam <van> de cursus (in kleine letters, strip)',
        'assign x = 1',
        'constructor',
        'constructor',
      ],
    ],
  ])('says what %j does', (codes, words) => {
    expect(codes.map(codeWords(props))).toEqual(words)
  })

  it.each([
    [
      'a list that is left out where it is empty, over paragraphs',
      '<p>{% if onderdelen != blank %}</p><p>Dit zijn ze:</p><ul>{% for d in onderdelen %}<li>{{ d.datum }}</li>{% endfor %}</ul><p>{% else %}</p><p>Geen</p><p>{% endif %}</p>',
      ['Onderdelen (alleen als die er zijn)'],
    ],
    ['a list', '<p>{%- for d in onderdelen -%}</p><p>{{ d.datum }}</p><p>{% endfor %}</p>', ['Onderdelen (voor elk)']],
    [
      'any other condition and loop',
      '<p>Om 9 uur{% if d.plaats != blank and x &lt; 3 %}, <b>{{ d.plaats }}</b>{% endif %}{% for a in b %}{{ a }}{% endfor %}</p>',
      ['Voorwaardelijk deel', 'Voorwaardelijk deel'],
    ],
    [
      // It cannot stand as one thing: without it an element would not be closed.
      'what begins in one element and ends in another, piece by piece',
      '<p><b>{% if ontvanger.naam %}</b>{{ ontvanger.naam }}{% endif %}</p>',
      ['Als Naam van de ontvanger is ingevuld', 'Naam van de ontvanger', 'Einde van als'],
    ],
    ['what does not end, piece by piece', '<p>{% if ontvanger.naam %}</p>', ['Als Naam van de ontvanger is ingevuld']],
  ])('shows %s', (_name, html, words) => {
    const shown = withChips(html, props)
    expect([...shown.matchAll(/<span[^>]*>([^<]*)<\/span>/g)].map(([, word]) => word)).toEqual(words)
    expect(withCode(shown)).toBe(html)
  })

  it('shows a block that was opened piece by piece, with what is in it as one', () => {
    const inner = '{% if d.plaats != blank %}{{ d.plaats }}{% endif %}'
    const block = `{% for d in onderdelen %}{{ d.datum }} ${inner}{% endfor %}`
    const shown = withChips(`<p>${block}</p>`, props, new Set([block]))
    expect(shown.replace(/<[^>]*>/g, '|')).toBe(
      '||Voor elk van: Onderdelen||Datum| |Voorwaardelijk deel||Einde van de herhaling||',
    )
    expect(withCode(shown)).toBe(`<p>${block}</p>`)
  })

  it('is unchanged after a way there and back, whatever stands there', () => {
    const names = fc.constantFrom('ontvanger.naam', 'planning.cursus', 'd.datum', 'onbekend', 'x | date: "%d"', ' y ')
    const code = fc.oneof(
      fc.tuple(names, fc.constantFrom('', ' ')).map(([name, space]) => `{{${space}${name}${space}}}`),
      fc.constantFrom(
        '{% for d in onderdelen %}',
        '{%- if a &lt; 3 and b == "&amp;" -%}',
        '{% endif %}',
        '{% endfor %}',
        '{% else %}',
        '{% if onderdelen != blank %}</p><p>{% if x == &quot;&nbsp;&quot; %}<b>&amp;lt;</b>{% endif %}</p><ul><li>{% endif %}',
        '{% for d in onderdelen %}</li><li>{{ d.datum }}{% endfor %}',
        '{% unless y %}</p><p>z{% endunless %}',
      ),
    )
    const text = fc.constantFrom('Beste ', ' & co', '{', '}', '%}', '{{', '</p><p>', '<br>', '&nbsp;', '&lt;span&gt;')
    fc.assert(
      fc.property(fc.array(fc.oneof(code, text)), (pieces) => {
        const html = `<p>${pieces.join('').replace(/&(?![a-z]+;)/g, '&amp;')}</p>`
        const shown = withChips(html, props)
        expect(withCode(shown)).toBe(html)
        // Older browsers write these two as they are in what an element holds.
        const written = shown.replace(/"[^"]*"/g, (value) => value.replaceAll('&lt;', '<').replaceAll('&gt;', '>'))
        if (!/data-code="[^"]*[<>]/.test(written)) expect(withCode(written)).toBe(html)
        const line = pieces.join('').replace(/<[^>]*>/g, '')
        const back = lineContent(line, props).map(({ text, attrs }) => text ?? (attrs as { code: string }).code)
        expect(back.join('')).toBe(line)
      }),
    )
  })
})
