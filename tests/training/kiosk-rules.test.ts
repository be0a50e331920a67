import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KioskStudent, KioskTimes } from '../../src/training/day/kiosk/kiosk.contract.ts'
import {
  ASKS,
  CLOSES,
  type KioskEvent,
  type KioskScreen,
  type KioskState,
  TICK_MS,
  TRANSITIONS,
  firstState,
  step,
} from '../../src/training/day/kiosk/machine.contract.ts'
import {
  LANGUAGES,
  type Language,
  type StudentScreen,
  screenText,
  textsOf,
} from '../../src/training/day/kiosk/texts.contract.ts'
import {
  type KioskPerson,
  MOST_MISSES,
  isLastName,
  isOpenAt,
  missesAfter,
  partToEnter,
  search,
  shownName,
  waitOf,
} from '../../src/training/day/kiosk/kiosk.rules.ts'

const times: KioskTimes = { showWelcomeTextTime: 8, showCloseTextTime: 6, resetTimeout: 60, cancelResetTimeout: 15 }
const student = (id: number): KioskStudent => ({ id, messageName: `S${id}`, company: { name: '' }, appointments: [] })
const welcome = { title: 'Welkom', text: '', room: '', start_time: '', note: '' }
const [one, two] = [student(1), student(2)]
const EVENTS: Record<string, KioskEvent> = {
  registered: { type: 'registered' },
  unregistered: { type: 'unregistered' },
  birthday: { type: 'birthday', value: '01-02-19' },
  'birthday wiped': { type: 'birthday', value: '' },
  name: { type: 'lastName', value: 'smit' },
  none: { type: 'answer', students: [] },
  'one found': { type: 'answer', students: [one] },
  'two found': { type: 'answer', students: [one, two] },
  chosen: { type: 'chosen', student: one },
  welcomed: { type: 'welcomed', welcome },
  kept: { type: 'kept', welcome },
  'not me': { type: 'notMe' },
  close: { type: 'close' },
  restart: { type: 'restart' },
}
const play = (...names: string[]): KioskState =>
  names.reduce((state, name) => step(state, EVENTS[name]!, times), firstState('initial'))

/** What somebody does, and the screen that they are on then. */
const JOURNEYS: [string, string[], KioskScreen][] = [
  ['it begins', [], 'initial'],
  ['typing', ['birthday'], 'birthday-confirmation'],
  ['wiped again', ['birthday', 'birthday wiped'], 'initial'],
  ['one born then', ['birthday', 'one found'], 'student-found'],
  ['none born then', ['birthday', 'none'], 'lastname-confirmation'],
  ['one of that name', ['birthday', 'none', 'name', 'one found'], 'student-found'],
  ['several of that name', ['birthday', 'none', 'name', 'two found'], 'multiple-students-found'],
  ['none of that name', ['birthday', 'none', 'name', 'none'], 'no-student-found'],
  ['one of several', ['birthday', 'none', 'name', 'two found', 'chosen'], 'student-found'],
  ['none of several', ['birthday', 'none', 'name', 'two found', 'not me'], 'no-student-found'],
  ['not me, of one born then', ['birthday', 'one found', 'not me'], 'lastname-confirmation'],
  ['not me, of one of that name', ['birthday', 'none', 'name', 'one found', 'not me'], 'no-student-found'],
  ['not me, of several', ['birthday', 'none', 'name', 'two found', 'chosen', 'not me'], 'multiple-students-found'],
  ['confirmed', ['birthday', 'one found', 'welcomed'], 'welcome-page'],
  ['kept without network', ['birthday', 'none', 'name', 'kept'], 'welcome-page'],
  ['found, then without network', ['birthday', 'none', 'name', 'one found', 'kept'], 'welcome-page'],
  ['next person', ['birthday', 'one found', 'welcomed', 'close'], 'initial'],
  ['try again', ['birthday', 'none', 'name', 'none', 'close'], 'initial'],
  ['begin anew', ['birthday', 'none', 'name', 'restart'], 'initial'],
  ['credentials taken back', ['birthday', 'unregistered'], 'setup'],
  ['set up', ['unregistered', 'registered'], 'initial'],
]

describe('the screens of the kiosk', () => {
  it.each(JOURNEYS)('%s [T-039][T-040][T-044][T-045]', (_title, names, screen) => {
    expect(play(...names).screen).toBe(screen)
  })

  it('go where the table says, and on anything else stay [T-041][T-042][T-043][T-046]', () => {
    const names = fc.constantFrom(...Object.keys(EVENTS))
    // The same as sentences: which event leads from which screen, whatever was done before.
    const told = (state: KioskState, event: KioskEvent): KioskScreen => {
      const { screen, several, found, lastName } = state
      const others = several.filter(({ id }) => id !== found?.id).length
      const count = event.type === 'answer' ? event.students.length : 0
      if (event.type === 'unregistered') return 'setup'
      if (screen === 'setup') return event.type === 'registered' ? 'initial' : 'setup'
      if (screen === 'welcome-page' || screen === 'no-student-found') return event.type === 'close' ? 'initial' : screen
      if (event.type === 'restart') return 'initial'
      if (event.type === 'birthday' && (screen === 'initial' || screen === 'birthday-confirmation'))
        return event.value === '' ? 'initial' : 'birthday-confirmation'
      if (event.type === 'answer' && screen === 'birthday-confirmation')
        return count === 1 ? 'student-found' : 'lastname-confirmation'
      if (event.type === 'kept' && (screen === 'lastname-confirmation' || screen === 'student-found'))
        return 'welcome-page'
      if (event.type === 'answer' && screen === 'lastname-confirmation')
        return count === 1 ? 'student-found' : count > 1 ? 'multiple-students-found' : 'no-student-found'
      if (screen === 'multiple-students-found')
        return event.type === 'chosen' ? 'student-found' : event.type === 'notMe' ? 'no-student-found' : screen
      if (screen !== 'student-found') return screen
      if (event.type === 'welcomed') return 'welcome-page'
      if (event.type !== 'notMe') return screen
      return others > 0 ? 'multiple-students-found' : lastName === '' ? 'lastname-confirmation' : 'no-student-found'
    }
    fc.assert(
      fc.property(fc.array(names, { maxLength: 25 }), (played) => {
        let state = firstState('initial')
        for (const name of played) {
          const expected = told(state, EVENTS[name]!)
          state = step(state, EVENTS[name]!, times)
          expect([name, state.screen]).toEqual([name, expected])
          // What a screen shows is always there.
          if (state.screen === 'student-found') expect(state.found).not.toBeNull()
          if (state.screen === 'welcome-page') expect(state.welcome).not.toBeNull()
          if (state.screen === 'multiple-students-found') expect(state.several.length).toBeGreaterThan(0)
          // Nothing of a person is left for who comes next.
          if (state.screen === 'initial') expect(state).toEqual({ ...firstState('initial'), idle: state.idle })
        }
      }),
      { numRuns: 500 },
    )
  })

  it('have no transition that no journey takes', () => {
    const taken = new Set<string>()
    for (const [, names] of JOURNEYS)
      names.forEach((name, i) => {
        const [before, after] = [play(...names.slice(0, i)), play(...names.slice(0, i + 1))]
        taken.add(`${before.screen} ${EVENTS[name]!.type} ${after.screen}`)
      })
    const restarts = new Set(TRANSITIONS.filter(([, type]) => type === 'restart').map(([from]) => from))
    expect([...restarts].sort()).toEqual([...ASKS].sort())
    const rows = TRANSITIONS.filter(([, type]) => type !== 'restart').map(
      ([from, type, , to]) => `${from} ${type} ${to}`,
    )
    expect(rows.filter((row) => !taken.has(row))).toEqual([])
  })
})

/** The lookup goes by the same table; its contract is told apart. */
describe('the lookup of students', () => {
  const screenAfter = (...names: string[]) => play(...names).screen

  it('finds by a birthday, or asks for the last name [T-130][T-131]', () => {
    expect(screenAfter('birthday', 'one found')).toBe('student-found')
    for (const answer of ['none', 'two found']) expect(screenAfter('birthday', answer)).toBe('lastname-confirmation')
  })

  it('finds by a last name, asks which one, or finds nobody, and begins anew after that [T-132][T-133][T-134][T-139]', () => {
    const named = ['birthday', 'none', 'name']
    expect(screenAfter(...named, 'one found')).toBe('student-found')
    expect(screenAfter(...named, 'two found')).toBe('multiple-students-found')
    expect(screenAfter(...named, 'none')).toBe('no-student-found')
    expect(screenAfter(...named, 'none', 'close')).toBe('initial')
  })

  it('takes ‘that is not me’ by what is known then [T-135][T-136][T-137]', () => {
    const others = play('birthday', 'none', 'name', 'two found', 'chosen', 'not me')
    expect([others.screen, others.several]).toEqual(['multiple-students-found', [two]])
    expect(screenAfter('birthday', 'none', 'name', 'one found', 'not me')).toBe('no-student-found')
    expect(screenAfter('birthday', 'one found', 'not me')).toBe('lastname-confirmation')
  })

  it('has two buttons on every screen, in every language', () => {
    const screens = Object.keys(textsOf().screens) as StudentScreen[]
    for (const language of Object.keys(LANGUAGES) as Language[])
      for (const screen of screens) {
        const { primary, secondary } = screenText(language, screen, 'evaluation')
        expect([language, screen, primary === '' || secondary === '' || primary === secondary]).toEqual([language, screen, false]) // prettier-ignore
      }
  })
})

const ticks = (state: KioskState, count: number): KioskState =>
  Array.from({ length: count }).reduce<KioskState>((before) => step(before, { type: 'tick' }, times), state)

describe('the clock of the kiosk', () => {
  it('ticks every second [T-251]', () => {
    expect(TICK_MS).toBe(1000)
  })

  it('closes the welcome and the none screen by itself [T-123][T-249][T-250]', () => {
    const closing: [KioskState, number][] = [
      [play('birthday', 'one found', 'welcomed'), times.showWelcomeTextTime],
      [play('birthday', 'none', 'name', 'none'), times.showCloseTextTime],
    ]
    expect(closing.map(([{ screen }]) => screen)).toEqual(Object.keys(CLOSES))
    for (const [state, seconds] of closing) {
      expect(ticks(state, seconds - 1)).toMatchObject({ screen: state.screen, closing: 1 })
      expect(ticks(state, seconds)).toEqual(firstState('initial'))
    }
  })

  it.each(ASKS.map((screen) => JOURNEYS.find(([, , to]) => to === screen)!))(
    'asks whether somebody is there, and begins anew when nobody answers: %s [T-124][T-125][T-247][T-248]',
    (_title, names, screen) => {
      const state = play(...names)
      expect(ticks(state, 59).asking).toBeNull()
      const asked = ticks(state, 60)
      expect(asked).toMatchObject({ screen, asking: 15 })
      // A touch beside the question is no answer, and what was typed stays for who goes on.
      expect(step(asked, { type: 'touch' }, times).asking).toBe(15)
      expect(ticks(asked, 14)).toMatchObject({ screen, asking: 1 })
      expect(ticks(asked, 15)).toEqual(firstState('initial'))
      expect(step(asked, { type: 'continue' }, times)).toEqual({ ...state, idle: 0, asking: null })
      expect(step(asked, { type: 'restart' }, times)).toEqual(firstState('initial'))
      expect(ticks(step(ticks(state, 59), { type: 'touch' }, times), 59).asking).toBeNull()
    },
  )

  it('leaves the first screen and the setup alone', () => {
    for (const screen of ['initial', 'setup'] as const)
      expect(ticks(firstState(screen), 500)).toEqual(firstState(screen))
  })
})

const at = (time: string) => new Date(`2026-11-27T${time}:00+01:00`)
const part = (id: number, from: string, to: string, present = false) => ({
  ...{ id, description: `Deel ${id}`, startsAt: at(from), endsAt: at(to), present },
})
const person = (id: number, more: Partial<KioskPerson> = {}): KioskPerson => ({
  ...{ id, firstName: 'Jan', initials: 'J.', prefix: '', lastName: `Naam${id}`, birthDate: null, company: 'Bouw BV' },
  parts: [part(1, '08:30', '12:30')],
  ...more,
})

describe('the rules of coming in', () => {
  it.each([
    ['06:29', false],
    ['06:30', true],
    ['13:30', true],
    ['13:31', false],
  ])('from two hours before to an hour after: at %s %s', (time, open) => {
    expect(isOpenAt(part(1, '08:30', '12:30'), at(time))).toBe(open)
  })

  it('are of the day itself', () => {
    const night = { startsAt: new Date('2026-11-28T00:30:00+01:00'), endsAt: new Date('2026-11-28T04:00:00+01:00') }
    expect([isOpenAt(night, at('23:30')), isOpenAt(night, new Date('2026-11-28T00:00:00+01:00'))]).toEqual([
      false,
      true,
    ])
  })

  it.each<[string, string, [boolean, boolean], number | null]>([
    ['before the first', '08:14', [false, false], 1],
    ['late for the first', '11:30', [false, false], 1],
    ['the second, the first is said', '12:20', [true, false], 2],
    ['between them, without the first', '12:45', [false, false], 2],
    ['all said', '12:20', [true, true], 1],
    ['just over', '16:30', [false, false], 2],
    ['too early', '06:00', [false, false], null],
    ['too late', '17:30', [false, false], null],
  ])('choose the part: %s', (_title, time, [first, second], id) => {
    const parts = [part(1, '08:30', '12:30', first), part(2, '13:00', '16:00', second)]
    expect(partToEnter(parts, at(time))?.id ?? null).toBe(id)
  })

  it.each([
    ['Smit', '', 'SMIT', true],
    ['Dijk', 'van', 'dijk', true],
    ['Dijk', 'van', 'van Dijk', true],
    ['Vries-Bakker', 'de', 'vriesbakker', true],
    ['Müller', '', 'muller', true],
    ['Łukasz', '', 'lukasz', true],
    ['Smit', '', 'smi', false],
    ['Smit', '', '-', false],
    ['%', '', '%', false],
  ])('take a last name without capitals, accents and dashes: %s %s, typed %s', (lastName, prefix, typed, is) => {
    expect(isLastName({ lastName, prefix }, typed)).toBe(is)
  })

  it('show a first name, or initials, and one letter until the last name was typed', () => {
    const named = { firstName: 'Jan', initials: 'J.', prefix: 'van der', lastName: 'Velde' }
    expect([false, true].map((whole) => shownName(named, whole))).toEqual(['Jan V.', 'Jan van der Velde'])
    expect(shownName({ ...named, firstName: '' }, false)).toBe('J. V.')
  })

  it('ask nobody to guess: who looks like somebody else is not shown', () => {
    const twins = [1, 2].map((id) => person(id, { lastName: 'Smit' }))
    const other = person(3, { lastName: 'Smit', company: 'Zorg' })
    const asked = { field: 'last_name' as const, value: 'smit', near: [], among: null }
    expect(search(twins, asked, at('08:14'))).toMatchObject({ students: [], missed: true })
    expect(search([...twins, other], asked, at('08:14')).students.map(({ id }) => id)).toEqual([3])
    const later = person(4, { lastName: 'Smit', parts: [part(9, '09:00', '12:00')] })
    expect(search([twins[0]!, later], asked, at('08:14')).students.map(({ id }) => id)).toEqual([1, 4])
  })

  it('tell nobody outside the parts of today by a birthday, of all those of a hundred years', () => {
    const days = Array.from({ length: 36_525 }, (_, i) => new Date(Date.UTC(1910, 0, 1 + i)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }), (births) => {
        const expected = births.map((day, i) => person(i + 1, { birthDate: days[day * 800]! }))
        const outside = days
          .filter((_, i) => i % 1000 === 0)
          .map((birthDate, i) => person(1000 + i, { birthDate, parts: [part(2, '20:00', '22:00')] }))
        const all = [...expected, ...outside]
        for (const value of days.filter((_, i) => i % 800 === 0 || i % 1000 === 0)) {
          const { students, near } = search(all, { field: 'birthday', value, near: [], among: null }, at('08:14'))
          const born = expected.filter(({ birthDate }) => birthDate === value).map(({ id }) => id)
          expect(students.map(({ id }) => id)).toEqual(born.length === 1 ? born : [])
          expect(near).toEqual(born.length > 1 ? born : [])
        }
      }),
      { numRuns: 20 },
    )
    // All of those days, of which people outside the parts of today were born on many.
    const outside = days.filter((_, i) => i % 100 === 0).map((birthDate, i) => person(1000 + i, { birthDate, parts: [part(2, '20:00', '22:00')] })) // prettier-ignore
    const one = [person(1, { birthDate: '1985-05-01' }), ...outside]
    const found = days.flatMap((value) => search(one, { field: 'birthday', value, near: [], among: null }, at('08:14')).students) // prettier-ignore
    expect(found.map(({ id, messageName }) => [id, messageName])).toEqual([[1, 'Jan N.']])
  })

  it('block after twenty misses, for ten minutes from the first', () => {
    let row = { misses: 0, misses_since: at('07:00') }
    for (let i = 0; i < MOST_MISSES; i++) {
      expect(waitOf(row, at('08:00'))).toBe(0)
      row = missesAfter(row, 1, at('08:00'))
    }
    expect([waitOf(row, at('08:00')), waitOf(row, at('08:09')), waitOf(row, at('08:10'))]).toEqual([600, 60, 0])
    expect(missesAfter(row, 1, at('08:10'))).toEqual({ misses: 1, misses_since: at('08:10') })
    expect(missesAfter(row, -1, at('08:01')).misses).toBe(MOST_MISSES - 1)
  })
})
