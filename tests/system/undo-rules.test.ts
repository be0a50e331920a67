import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptLines, undoneSentence } from '../../src/system/undo/undo.rules.ts'

const nothing = { given: 0, refused: 0, reasons: [] as string[], withdrawn: 0, sent: 0 }
const told = (more: Partial<typeof nothing>) => undoneSentence({ ...nothing, ...more })

describe('what is read after undoing', () => {
  it.each([
    [{ given: 3 }, 'Ongedaan gemaakt'],
    [{ given: 3, withdrawn: 2 }, 'Ongedaan gemaakt'],
    [{ withdrawn: 1 }, 'E-mail teruggehaald'],
    [{ withdrawn: 3 }, '3 e-mails teruggehaald'],
    [{ given: 2, sent: 1 }, 'Ongedaan gemaakt. Eén e-mail was al verstuurd.'],
    [{ given: 2, sent: 4 }, 'Ongedaan gemaakt. 4 e-mails waren al verstuurd.'],
    [{ withdrawn: 1, sent: 1 }, 'E-mail teruggehaald. Eén e-mail was al verstuurd.'],
    [{ sent: 1 }, 'Dit kan niet ongedaan worden gemaakt. Eén e-mail was al verstuurd.'],
    [
      { given: 2, refused: 1, reasons: ['Jan is daarna gewijzigd'] },
      'Deels ongedaan gemaakt: 2 van 3. Jan is daarna gewijzigd.',
    ],
    [
      { refused: 1, withdrawn: 1, reasons: ['Jan is daarna gewijzigd.'] },
      'Dit kan niet ongedaan worden gemaakt. Jan is daarna gewijzigd.',
    ],
    [
      { refused: 2, reasons: ['Om 9.30 uur gewijzigd'] },
      'Dit kan niet ongedaan worden gemaakt. Om 9.30 uur gewijzigd. En nog één ander.',
    ],
    [
      { given: 1, refused: 4, reasons: ['Een', 'Twee.'], sent: 2 },
      'Deels ongedaan gemaakt: 1 van 5. Een. Twee. En nog 2 andere. 2 e-mails waren al verstuurd.',
    ],
    [
      { refused: 5, reasons: ['Een', 'Twee.', 'Drie', 'Vier'] },
      'Dit kan niet ongedaan worden gemaakt. Een. Twee. Drie. En nog 2 andere.',
    ],
  ])('of %j: %s', (more, text) => expect(told(more)).toBe(text))

  it.each([
    [{ refused: 3, reasons: ['Een', 'Twee.', 'Drie'] }, []],
    [{ refused: 4, reasons: ['Een', 'Twee.', 'Drie', 'Vier'] }, ['Een.', 'Twee.', 'Drie.', 'Vier.']],
    [{ refused: 6, reasons: ['Een', 'Twee', 'Drie', 'Vier'] }, ['Een.', 'Twee.', 'Drie.', 'Vier.', 'En nog 2 andere.']],
  ])('of %j line by line where its sentence does not say it all', (more, lines) => {
    expect(keptLines(more)).toEqual(lines)
  })

  it('is a few words without a full stop where all went well, and whole sentences otherwise', () => {
    const count = fc.integer({ min: 0, max: 5 })
    fc.assert(
      fc.property(count, count, count, count, (given, refused, withdrawn, sent) => {
        const text = told({ given, refused, withdrawn, sent, reasons: refused > 0 ? ['Te laat'] : [] })
        expect(text.endsWith('.')).toBe(refused + sent > 0)
        expect(text).not.toMatch(/\.\.| {2}/)
      }),
    )
  })
})
