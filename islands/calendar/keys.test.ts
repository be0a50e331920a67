import { describe, expect, it } from 'vitest'
import { commandOf } from './keys.ts'

describe('single keys', () => {
  const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
    commandOf({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...modifiers })

  it('choose a view, step, go to today and fill the screen', () => {
    expect(['m', 'w', 'd', 'l', 'ArrowLeft', 'ArrowRight', 'T', 'F'].map((key) => press(key))).toEqual([
      { view: 'm' },
      { view: 'w' },
      { view: 'd' },
      { view: 'l' },
      { step: -1 },
      { step: 1 },
      'today',
      'fullscreen',
    ])
  })

  it('mean nothing together with a modifier', () => {
    for (const name of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey'] as const) {
      expect(press('d', { [name]: true })).toBeUndefined()
    }
  })
})
