import { describe, expect, it } from 'vitest'
import { loopParagraphs } from './loop.ts'

const loop = { list: 'onderdelen', item: 'onderdeel', text: '{{ onderdeel.datum }}\n\nom {{ onderdeel.begintijd }}' }

describe('the loop form', () => {
  it('puts a loop around the text, a paragraph for each line', () => {
    expect(loopParagraphs(loop)).toEqual([
      '{% for onderdeel in onderdelen %}',
      '{{ onderdeel.datum }}',
      'om {{ onderdeel.begintijd }}',
      '{% endfor %}',
    ])
  })

  it('puts in nothing when any field is empty [P-197]', () => {
    for (const field of ['list', 'item', 'text'] as const) {
      expect(loopParagraphs({ ...loop, [field]: '' })).toBeNull()
      if (field !== 'list') expect(loopParagraphs({ ...loop, [field]: ' \n ' })).toBeNull()
    }
  })

  it('makes a name of what the item is called', () => {
    expect(loopParagraphs({ ...loop, item: ' 1e Cursus dag! ' })?.[0]).toBe('{% for e_cursus_dag in onderdelen %}')
    expect(loopParagraphs({ ...loop, item: '12' })).toBeNull()
  })
})
