import { describe, expect, it } from 'vitest'
import { dayFromIso, isoDay } from '../../src/platform/format/days.ts'
import { type BoardSettings } from '../../src/inspections/planning/visits/board.contract.ts'
import { type CookieJar } from '../shared/platform.ts'
import { epochOf } from '../../src/platform/format/wall-clock.ts'
import { dataUrlOf, daysShown, restoreSettings, saveSettings, step } from './settings.ts'
import { moveOf } from './use-board-keys.ts'

const today = dayFromIso('2026-12-02')
const desk = { today, phone: false }

function jar(kept: Record<string, string> = {}): CookieJar & { kept: Record<string, string>; lives: unknown[] } {
  const lives: unknown[] = []
  return {
    kept,
    lives,
    get: (name) => kept[name] ?? null,
    set: (name, value, days) => {
      lives.push(days)
      kept[name] = value
    },
  }
}
const settings = (part: Partial<BoardSettings> = {}): BoardSettings => ({ ...restoreSettings(jar(), desk), ...part })

describe('the settings of the board', () => {
  it('are a cookie of the board of inspections, of one day as all that the page keeps so [A-054]', () => {
    const cookies = jar()
    const set: BoardSettings = {
      type: 'd',
      date: '2026-12-24',
      merged: true,
      showEmpty: false,
      direction: 'vertical',
      group: true,
      filters: { employee_id: '7' },
      names: { employee_id: 'Ruben Jansen' },
    }
    saveSettings(cookies, set)
    expect(Object.keys(cookies.kept)).toEqual(['board-settings-inspections'])
    // Without another number of days a cookie lives one.
    expect(cookies.lives).toEqual([undefined])
    expect(restoreSettings(cookies, desk)).toEqual(set)
  })

  it.each([
    ['nothing', {}],
    ['no JSON', '{'],
    ['a list', '[1]'],
    ['other types', { type: 'm', date: '2026-02-31', merged: 'yes', direction: 'diagonal', group: 1, filters: [3] }],
    ['filters that are no texts', { filters: { employee_id: 7 }, names: null }],
  ])('fall back where they are %s [A-055][A-056]', (_what, kept) => {
    const text = typeof kept === 'string' ? kept : JSON.stringify(kept)
    const restored = restoreSettings(jar({ 'board-settings-inspections': text }), desk)
    expect(restored).toEqual({
      type: 'w',
      date: '2026-12-02',
      merged: false,
      showEmpty: true,
      direction: 'horizontal',
      group: false,
      filters: {},
      names: {},
    })
  })

  it('start on a phone with one day, in columns', () => {
    expect(restoreSettings(jar(), { today, phone: true })).toMatchObject({ type: 'd', direction: 'vertical' })
  })
})

describe('time on the board', () => {
  it('moves 7 days in the week [A-099]', () => {
    expect([1, -1].map((direction) => step(settings(), direction as 1 | -1).date)).toEqual(['2026-12-09', '2026-11-25'])
  })

  it('moves 1 day in the day [A-100]', () => {
    const day = settings({ type: 'd', date: '2026-12-31' })
    expect([1, -1].map((direction) => step(day, direction as 1 | -1).date)).toEqual(['2027-01-01', '2026-12-30'])
  })

  it('is asked of the server from the first midnight to the one after the last day, with what narrows it', () => {
    expect(daysShown(settings()).map(isoDay)).toEqual([
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ])
    const url = dataUrlOf('/inspections/board/data', settings({ type: 'd', filters: { employee_id: '7', company_id: '' } })) // prettier-ignore
    expect(url).toBe(`/inspections/board/data?from=${epochOf(today)}&to=${epochOf(today + 1)}&employee_id=7`)
  })

  it('follows single keys, and leaves those with a modifier to the browser [A-024]', () => {
    const told: unknown[] = []
    const moves = {
      canStepBack: true,
      canStepOn: true,
      step: (direction: 1 | -1) => told.push(direction),
      goToday: () => told.push('today'),
      jump: () => told.push('jump'),
      show: (view: string) => told.push(view),
    }
    const press = (key: string, ctrlKey = false) =>
      moveOf({ key, ctrlKey, altKey: false, metaKey: false, shiftKey: false })
    for (const key of ['w', 'd', 't', 'ArrowLeft', 'ArrowRight']) press(key)?.(moves)
    expect(told).toEqual(['w', 'd', 'today', -1, 1])
    expect([press('w', true), press('x')]).toEqual([undefined, undefined])
  })
})
