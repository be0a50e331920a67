import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Choice,
  type Result,
  applyChange,
  applyToAll,
  choiceValue,
  countResults,
  isPossible,
  openChoicesText,
  unsavedText,
  passedCourse,
  readChoice,
  rowsDenied,
} from '../../src/training/proof/results/results.contract.ts'
import { ResultsForm } from '../../src/training/proof/results/results.forms.ts'
import type { ResultRow } from '../../src/training/proof/results/results.queries.ts'
import {
  changedRows,
  resultsModel,
  seenNotes,
  unknownKeys,
  unseenChoices,
} from '../../src/training/proof/results/results.rules.ts'

const CHOICES: Choice[] = [null, 0, 1]
/** Every row there can be, the impossible ones too. */
const EVERY: Result[] = CHOICES.flatMap((present) => CHOICES.map((passed) => ({ present, passed })))
const choice = fc.constantFrom<Choice>(...CHOICES)
const field = fc.constantFrom('present', 'passed')
const row = fc.constantFrom<Result>(...EVERY)
const open: Result = { present: null, passed: null }

describe('filling in one row', () => {
  it('clears passed when presence is emptied, whatever it was [T-073]', () => {
    expect(EVERY.map((before) => applyChange(before, 'present', null))).toEqual(EVERY.map(() => open))
  })

  it('sets passed to no when presence becomes no [T-074]', () => {
    expect(EVERY.map((before) => applyChange(before, 'present', 0))).toEqual(
      EVERY.map(() => ({ present: 0, passed: 0 })),
    )
  })

  it('sets presence to yes with every value of passed, the empty one too [T-075]', () => {
    for (const passed of CHOICES)
      expect(EVERY.map((before) => applyChange(before, 'passed', passed))).toEqual(
        EVERY.map(() => ({ present: 1, passed })),
      )
  })

  it('leaves passed alone when presence becomes yes: what a rule changes triggers no other rule', () => {
    expect(EVERY.map((before) => applyChange(before, 'present', 1).passed)).toEqual(EVERY.map(({ passed }) => passed))
  })

  it('never leads to an impossible combination', () => {
    const steps = fc.array(fc.tuple(field, choice), { maxLength: 12 })
    fc.assert(
      fc.property(steps, (changes) => {
        const after = changes.reduce<Result>((result, [name, value]) => applyChange(result, name, value), open)
        expect(isPossible(after)).toBe(true)
      }),
    )
  })

  it('counts exactly five combinations of empty, 0 and 1 as possible [T-063]', () => {
    const values: Choice[] = [null, 0, 1]
    const all = values.flatMap((present) => values.map((passed) => ({ present, passed })))
    expect(
      all.filter(isPossible).map(({ present, passed }) => choiceValue(present) + '/' + choiceValue(passed)),
    ).toEqual(['/', '0/0', '1/', '1/0', '1/1'])
    expect(CHOICES.map(choiceValue).map(readChoice)).toEqual(CHOICES)
  })
})

describe('the buttons for many at once', () => {
  const rows = fc.array(fc.record({ present: choice, passed: choice, checked: fc.boolean() }), { maxLength: 8 })

  it('set the checked rows to yes and leave the others as they are [T-076]', () => {
    fc.assert(
      fc.property(rows, field, (before, name) => {
        fc.pre(before.some(({ checked }) => checked))
        applyToAll(before, name, ({ checked }) => checked).forEach((after, i) => {
          if (before[i]!.checked) expect(after[name]).toBe(1)
          else expect(after).toEqual(before[i])
        })
      }),
    )
  })

  it('set every row to yes when none is checked [T-077]', () => {
    fc.assert(
      fc.property(rows, field, (before, name) => {
        const after = applyToAll(before, name, () => false)
        expect(after.map((result) => result[name])).toEqual(before.map(() => 1))
      }),
    )
  })

  it('leave what is filled in alone when only the open ones are meant', () => {
    fc.assert(
      fc.property(rows, field, (before, name) => {
        applyToAll(before, name, ({ checked }) => checked, { onlyOpen: true }).forEach((after, i) => {
          if (before[i]![name] !== null) expect(after).toEqual(before[i])
        })
      }),
    )
    const row = { present: null, passed: null }
    expect(applyToAll([row, { present: 0, passed: 0 }], 'present', () => false, { onlyOpen: true })).toEqual([
      { present: 1, passed: null },
      { present: 0, passed: 0 },
    ])
  })

  it('know in which of the rows they are about somebody said no', () => {
    const no = { present: 0, passed: 0, checked: false } as const
    const failed = { present: 1, passed: 0, checked: true } as const
    const isChecked = ({ checked }: { checked: boolean }) => checked
    expect(rowsDenied([no, failed], 'present', isChecked)).toEqual([])
    expect(rowsDenied([no, failed], 'passed', isChecked)).toEqual([failed])
    expect(rowsDenied([no, { ...failed, checked: false }], 'passed', isChecked)).toHaveLength(2)
  })

  it('count who was absent as present once they are set to passed', () => {
    expect(applyToAll([{ present: 0, passed: 0 }], 'passed', () => false)).toEqual([{ present: 1, passed: 1 }])
  })
})

describe('passing', () => {
  it('takes both choices on yes in every row of the student [T-078]', () => {
    const yes: Result = { present: 1, passed: 1 }
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const ones = rows.map(({ present, passed }) => Number(present === 1) + Number(passed === 1))
        expect(passedCourse(rows)).toBe(ones.every((count) => count === 2))
      }),
    )
    expect(passedCourse([yes, yes])).toBe(true)
    expect(passedCourse([yes, { present: 1, passed: 0 }])).toBe(false)
    expect(passedCourse([])).toBe(false)
  })
})

describe('what is still open', () => {
  const student = (contactId: number, name: string, present: Choice, passed: Choice) => ({
    contactId,
    name,
    present,
    passed,
  })
  const karel = student(17, 'Karel Wiersma', 1, null)
  const nienke = student(20, 'Nienke Kok', null, null)
  const petra = student(21, 'Petra Veenstra', 1, 1)

  it('is told with the number of choices and the name', () => {
    expect(openChoicesText([petra, karel])).toBe('Nog 1 keuze open bij Karel Wiersma')
    expect(openChoicesText([nienke])).toBe('Nog 2 keuzes open bij Nienke Kok')
    expect(openChoicesText([karel, nienke])).toBe('Nog 3 keuzes open bij Karel Wiersma en Nienke Kok')
    expect(openChoicesText([karel, nienke, student(10, 'Anouk van der Linden', null, null)])).toBe(
      'Nog 5 keuzes open bij Karel Wiersma en 2 anderen',
    )
    expect(openChoicesText([petra])).toBeNull()
  })

  it('names a student with several parts once', () => {
    expect(openChoicesText([karel, karel])).toBe('Nog 2 keuzes open bij Karel Wiersma')
  })

  it('is null exactly when no choice is empty', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const named = rows.map((result, i) => ({ ...result, contactId: i, name: `Cursist ${i}` }))
        expect(openChoicesText(named) === null).toBe(countResults(rows).open === 0)
      }),
    )
  })
})

describe('what is told of results that are not stored', () => {
  it('is whose, and that they go by themselves where nobody answered', () => {
    const text = (names: string[], notes: number, offline = true) => unsavedText({ names, notes, offline })
    const later = 'Niet alles is opgeslagen. Zodra er weer verbinding is, wordt vanzelf verzonden:'
    expect(text(['Karel Wiersma'], 0)).toBe(`${later} de resultaten van Karel Wiersma.`)
    expect(text(['Karel', 'Petra'], 1)).toBe(`${later} de resultaten van Karel en Petra, en 1 opmerking.`)
    expect(text([], 2)).toBe(`${later} 2 opmerkingen.`)
    expect(text(['Karel', 'Petra', 'Kim', 'Sam'], 0, false)).toBe(
      'Niet opgeslagen: de resultaten van Karel en 3 anderen.',
    )
  })
})

describe('what the server makes of a form', () => {
  const stored = (present: Choice, passed: Choice) => ({
    appointment_id: 5,
    contact_id: 12,
    present,
    passed,
    note: 'x',
  })
  const after = (before: ReturnType<typeof stored>, form: Record<string, unknown>) =>
    changedRows([before], ResultsForm.parse(form))

  it('applies the rules when one of the two is sent', () => {
    expect(after(stored(1, 1), { present_students: { '12-5': '0' } }).rows).toEqual([stored(0, 0)])
    expect(after(stored(null, null), { passed_students: { '12-5': '0' } }).rows).toEqual([stored(1, 0)])
    expect(after(stored(1, 1), { present_students: { '12-5': '1' } }).rows).toEqual([stored(1, 1)])
    expect(after(stored(0, 0), { present_students: { '12-5': '' } }).rows).toEqual([stored(null, null)])
    expect(after(stored(0, 0), { passed_students: { '12-5': '1' } }).rows).toEqual([stored(1, 1)])
  })

  it('leaves the results as they are, impossible ones too, when only a note is sent', () => {
    const { rows, errors } = after(stored(0, 1), { notes: { '12-5': 'Vegetarisch' } })
    expect(rows).toEqual([{ ...stored(0, 1), note: 'Vegetarisch' }])
    expect(errors).toEqual({})
    expect(after(stored(1, 1), { notes: { '12-5': '' } }).rows[0]!.note).toBe('')
  })

  it('says what is wrong where it is', () => {
    const form = { present_students: { '12-5': '0' }, passed_students: { '12-5': '1' } }
    expect(after(stored(1, 1), form).errors).toEqual({
      'passed_students.12-5': ['Geslaagd kan alleen bij wie aanwezig was.'],
    })
    expect(after(stored(0, 1), { present_students: { '12-5': '0' } }).errors).toEqual({})
  })

  it('takes a student without a part as one of this part', () => {
    expect(after(stored(null, null), { present_students: { '12': '1' } }).rows).toEqual([stored(1, null)])
  })

  it('accepts a pair exactly when it is possible', () => {
    fc.assert(
      fc.property(row, row, (before, sent) => {
        const { errors, rows } = after(stored(before.present, before.passed), {
          present_students: { '12-5': choiceValue(sent.present) },
          passed_students: { '12-5': choiceValue(sent.passed) },
        })
        if (isPossible(sent))
          expect({ errors, rows }).toEqual({ errors: {}, rows: [stored(sent.present, sent.passed)] })
        else expect(Object.keys(errors)).toEqual(['passed_students.12-5'])
      }),
    )
  })

  it('leaves rows out that nothing was sent for, and knows who is not there', () => {
    const form = ResultsForm.parse({ notes: { '13-5': 'Vegetarisch' } })
    expect(changedRows([stored(1, 1)], form).rows).toEqual([])
    expect(unknownKeys([stored(1, 1)], form)).toEqual(['13-5'])
    const known = ResultsForm.parse({ notes: { '12-5': '' }, present_students: { '12': '1' } })
    expect(unknownKeys([stored(1, 1)], known)).toEqual([])
  })

  it('refuses a list: its places would be taken for students', () => {
    expect(ResultsForm.safeParse({ present_students: ['1', '0'] }).success).toBe(false)
  })
})

describe('the table of choices', () => {
  const shown = (contactId: number, key: string, present: Choice, passed: Choice) =>
    ({ contactId, key, name: `Cursist ${contactId}`, present, passed }) as ResultRow

  it('names its fields by student and part, and a student with several parts once', () => {
    const rows = [shown(12, '12-5', 1, null), shown(12, '12-6', 0, 0), shown(13, '13-5', null, null)]
    const model = resultsModel(rows, { saveUrl: '/results/5', withParts: true })
    expect(model).toMatchObject({ saveUrl: '/results/5', withParts: true })
    expect(model.rows.map(({ key, follows }) => [key, follows])).toEqual([
      ['12-5', false],
      ['12-6', true],
      ['13-5', false],
    ])
    expect(model.rows.map(({ choices }) => choices)).toMatchObject([
      [
        { field: 'present', label: 'Aanwezig', name: 'present_students[12-5]', value: '1' },
        { field: 'passed', label: 'Geslaagd', name: 'passed_students[12-5]', value: '' },
      ],
      [{ value: '0' }, { value: '0' }],
      [{ value: '' }, { value: '' }],
    ])
    expect(model.counts).toEqual(countResults(rows))
    expect(model.open).toBe(openChoicesText(rows))
  })
})

describe('what its sender saw before', () => {
  const stored = (present: Choice, passed: Choice, contact_id = 12) => ({
    appointment_id: 5,
    contact_id,
    present,
    passed,
    note: 'x',
  })

  it('goes along with a note, under the student and part or the student alone', () => {
    const rows = [stored(1, 1), stored(1, 1, 13), stored(1, 1, 14)]
    const form = ResultsForm.parse({
      notes: { '12-5': 'Nieuw', '13': 'Ook', '14-5': 'Blind' },
      seen: { '12-5': 'x', '13': 'y', '15-5': 'z' },
    })
    expect(seenNotes(rows, form)).toEqual([
      { row: rows[0], field: 'notes[12-5]', note: 'Nieuw', seen: 'x' },
      { row: rows[1], field: 'notes[13-5]', note: 'Ook', seen: 'y' },
    ])
    // Seen without a note is nothing that is written.
    expect(seenNotes(rows, ResultsForm.parse({ notes: { '13': 'Ook' }, seen: { '12-5': 'x' } }))).toEqual([])
  })

  const unseen = (now: Choice, mine: Choice, was: '' | '0' | '1' | null) => {
    const row = stored(now, null)
    const form = ResultsForm.parse({
      present_students: { '12-5': '1' },
      ...(was === null ? {} : { was_present: { '12-5': was } }),
    })
    return unseenChoices([row], [{ ...row, present: mine }], form).map(({ name, differs }) => [name, ...differs])
  }

  it('differs where somebody else filled in something else since', () => {
    expect(unseen(0, 1, '')).toEqual([['present_students[12-5]', 'Ja', 'Nee']])
    expect(unseen(null, 0, '1')).toEqual([['present_students[12-5]', 'Nee', 'niet ingevuld']])
    expect(unseen(1, null, '0')).toEqual([['present_students[12-5]', 'niet ingevuld', 'Ja']])
  })

  it('does not where it is still so, where both filled in the same, or where nobody said what was seen', () => {
    expect(unseen(0, 1, '0')).toEqual([])
    expect(unseen(1, 1, '0')).toEqual([])
    expect(unseen(0, 1, null)).toEqual([])
    const form = ResultsForm.parse({ present_students: { '12-5': '1' }, was_present: { '12-5': '' } })
    expect(unseenChoices([stored(0, null)], [], form)).toEqual([])
  })

  it('is told of each choice, also of the one that follows from another', () => {
    const row = stored(1, 1)
    const form = ResultsForm.parse({
      present_students: { '12-5': '0' },
      was_present: { '12-5': '' },
      was_passed: { '12-5': '' },
    })
    expect(unseenChoices([row], [{ ...row, present: 0, passed: 0 }], form).map(({ name }) => name)).toEqual([
      'present_students[12-5]',
      'passed_students[12-5]',
    ])
  })
})

describe('a row of the table', () => {
  const at = (time: string) => new Date(`2026-11-19T${time}:00+01:00`)
  const row = {
    contactId: 12,
    appointmentId: 5,
    key: '12-5',
    name: 'Anouk',
    present: 1,
    passed: null,
    signedAt: null,
    signedOutAt: null,
    arrivedAt: null,
    startsAt: at('09:00'),
  } as ResultRow
  const shown = (more: Partial<ResultRow>, leaving?: boolean) =>
    resultsModel([{ ...row, ...more }], {
      saveUrl: null,
      withParts: false,
      ...(leaving === undefined ? {} : { leaving }),
    })

  it('leads to the signature, and says when somebody signed', () => {
    expect(shown({}).rows[0]).toMatchObject({ signUrl: '/calendar/signatureInterface/5/12', signed: null })
    expect(shown({ signedAt: at('09:05') }).rows[0]).toMatchObject({ signed: 'Getekend 09:05' })
    expect(shown({}).rows[0]).not.toHaveProperty('leaveUrl')
    expect(shown({}).leaving).toBe(false)
  })

  it('says when somebody came and left where that counts', () => {
    const { rows, leaving } = shown({ arrivedAt: at('09:40'), signedOutAt: at('16:30') }, true)
    expect(leaving).toBe(true)
    expect(rows[0]).toMatchObject({
      leaveUrl: '/calendar/signatureInterface/5/12?moment=end',
      left: 'Vertrek 16:30',
      arrivalUrl: '/calendar/arrival/5/12',
      arrival: 'Aankomst 09:40',
      isLate: true,
    })
    expect(shown({}, true).rows[0]).toMatchObject({ left: null, arrival: null, isLate: false })
  })

  it('is headed by the words of the catalogue', () => {
    expect(shown({}).labels).toEqual({
      student: 'Cursist',
      company: 'Bedrijf',
      present: 'Aanwezig',
      passed: 'Geslaagd',
      note: expect.stringContaining('pmerking') as string,
    })
    expect(shown({}).longestNote).toBeGreaterThan(0)
  })
})
