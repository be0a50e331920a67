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
      ),
    )
    const text = fc.constantFrom('Beste ', ' & co', '{', '}', '%}', '{{', '</p><p>', '<br>', '&nbsp;', '&lt;span&gt;')
    fc.assert(
      fc.property(fc.array(fc.oneof(code, text)), (pieces) => {
        const html = `<p>${pieces.join('').replace(/&(?![a-z]+;)/g, '&amp;')}</p>`
        expect(withCode(withChips(html, props))).toBe(html)
        const line = pieces.join('').replace(/<[^>]*>/g, '')
        const back = lineContent(line, props).map(({ text, attrs }) => text ?? (attrs as { code: string }).code)
        expect(back.join('')).toBe(line)
      }),
    )
  })
})
