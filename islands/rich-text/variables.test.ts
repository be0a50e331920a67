import { describe, expect, it } from 'vitest'
import { withChips, withCode } from './variables.ts'

const variables = [
  { name: 'ontvanger.naam', label: 'Naam van de ontvanger' },
  { name: 'planning.cursus', label: 'Naam <van> de cursus' },
]

describe('variables in the editor', () => {
  it('have the name that people have for them, and come back as they were', () => {
    const html = '<p>Beste {{ontvanger.naam}}, <strong>{{ planning.cursus }}</strong></p>'
    const shown = withChips(html, variables)
    expect(shown).toContain('<span data-variable="ontvanger.naam">Naam van de ontvanger</span>')
    expect(shown).toContain('Naam &lt;van&gt; de cursus')
    expect(withCode(shown)).toBe('<p>Beste {{ ontvanger.naam }}, <strong>{{ planning.cursus }}</strong></p>')
  })

  it('leave code alone that is none of them', () => {
    const html = '<p>{% for d in onderdelen %}</p><p>{{ d.datum }} {{ ontvanger.naam | upcase }}</p><p>{% endfor %}</p>'
    expect(withChips(html, variables)).toBe(html)
    expect(withCode(html)).toBe(html)
  })

  it('are read as the editor writes them', () => {
    expect(withCode('<p><span data-variable="ontvanger.naam" class="var">Naam van de ontvanger</span></p>')).toBe(
      '<p>{{ ontvanger.naam }}</p>',
    )
  })
})
