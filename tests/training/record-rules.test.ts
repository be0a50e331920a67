import { describe, expect, it } from 'vitest'
import { instantOf } from '../../src/platform/format/zone.ts'
import { inputOf } from '../../src/training/planning/appointments/input.rules.ts'
import type { Finding } from '../../src/training/planning/appointments/findings.rules.ts'
import type { PartNeeds } from '../../src/training/planning/appointments/record.queries.ts'
import { findingLines, partLabel, planningNeeds } from '../../src/training/planning/appointments/record.rules.ts'

const NOW = instantOf('2026-11-23', '10:00')!
const part = (id: number, day: string, more: Partial<PartNeeds> = {}): PartNeeds => ({
  id,
  description: `Deel ${id}`,
  starts_at: instantOf(day, '09:00')!,
  ends_at: instantOf(day, '12:00')!,
  status: 'planned',
  online: false,
  has_teacher: true,
  has_place: true,
  ...more,
})

it('a part is chosen by its name and day', () => {
  expect(partLabel(part(1, '2026-11-30'))).toBe('Deel 1 · ma 30-11')
})

describe('what a planning needs before it is given', () => {
  const told = (...parts: PartNeeds[]) =>
    planningNeeds(parts, NOW).map(({ label, sub, state }) => [state, label, ...(sub === undefined ? [] : [sub])])

  it('is there where each part has a teacher and a place', () => {
    expect(told(part(1, '2026-12-01'))).toEqual([
      ['done', 'Docent ingedeeld'],
      ['done', 'Lokaal gekozen'],
    ])
    expect(planningNeeds([part(1, '2026-12-01')], NOW).map(({ order, icon }) => [order, icon])).toEqual([
      [10, 'user-question'],
      [20, 'door-off'],
    ])
  })

  it('leads to the first part that lacks it, and counts the others', () => {
    const parts = [
      part(1, '2026-12-01'),
      part(2, '2026-12-02', { has_teacher: false }),
      part(3, '2026-12-03', { has_teacher: false, has_place: false }),
      part(4, '2026-12-04', { has_teacher: false }),
    ]
    expect(told(...parts)).toEqual([
      ['open', 'Docent ontbreekt', 'Deel 2 op wo 02-12 en 2 meer'],
      ['open', 'Lokaal ontbreekt', 'Deel 3 op do 03-12'],
    ])
    expect(planningNeeds(parts, NOW)[0]!.action).toMatchObject({
      label: 'Docent ontbreekt',
      kind: 'popup',
      url: '/calendar/edit-appointment/2',
      right: 'change',
    })
  })

  it('says the day alone of a planning of one part, whatever was cancelled', () => {
    const alone = part(1, '2026-12-01', { has_place: false })
    expect(told(alone)[1]).toEqual(['open', 'Lokaal ontbreekt', 'Op di 01-12'])
    expect(told(part(2, '2026-11-30', { status: 'cancelled', has_teacher: false }), alone)).toEqual([
      ['done', 'Docent ingedeeld'],
      ['open', 'Lokaal ontbreekt', 'Op di 01-12'],
    ])
  })

  it('is a link instead of a place where the course is online', () => {
    const online = { online: true, has_place: false }
    expect(told(part(1, '2026-12-01', online))[1]).toEqual(['open', 'Link om deel te nemen ontbreekt', 'Op di 01-12'])
    expect(told(part(1, '2026-12-01', { ...online, has_place: true }))[1]).toEqual([
      'done',
      'Link om deel te nemen ingevuld',
    ])
    expect(planningNeeds([part(1, '2026-12-01', online)], NOW)[1]).toMatchObject({ icon: 'link-off', order: 20 })
  })

  it('is nothing any more once it was given, or where nothing is held', () => {
    const given = part(1, '2026-11-20', { has_teacher: false })
    expect(told(given)).toEqual([])
    expect(told()).toEqual([])
    expect(told(part(1, '2026-12-01', { status: 'cancelled' }))).toEqual([])
    // What was given without one needs none; what comes does.
    expect(told(given, part(2, '2026-12-01'))[0]).toEqual(['done', 'Docent ingedeeld'])
    expect(told({ ...given, ends_at: NOW })).toEqual([])
    expect(told({ ...given, ends_at: new Date(+NOW + 1) })).toHaveLength(2)
    expect(told({ ...given, ends_at: NOW }, part(2, '2026-12-01', { has_teacher: false }))[0]).toEqual([
      'open',
      'Docent ontbreekt',
      'Deel 2 op di 01-12',
    ])
  })
})

describe('what is not right about the parts', () => {
  const finding = (tone: Finding['tone'], text: string, more: Partial<Finding> = {}): Finding => ({
    tone,
    resource: 'contact',
    resource_id: 3,
    taken: false,
    text,
    ...more,
  })
  const parts = [part(1, '2026-12-01'), part(2, '2026-12-02')]

  it('stands red before orange, each with the part that it is about', () => {
    const found = new Map([
      [1, [finding('orange', 'Te weinig rust.')]],
      [2, [finding('red', 'Bezet.'), finding('orange', 'Ver weg.')]],
      [9, [finding('red', 'Van een ander.')]],
    ])
    const lines = findingLines(parts, found)
    expect(lines.map(({ label, sub, urgent, order, icon }) => [label, sub, urgent, order, icon])).toEqual([
      ['Bezet.', 'Deel 2 op wo 02-12', true, 5, 'alert-circle'],
      ['Te weinig rust.', 'Deel 1 op di 01-12', false, 25, 'alert-triangle'],
      ['Ver weg.', 'Deel 2 op wo 02-12', false, 25, 'alert-triangle'],
    ])
    expect(lines[0]).toMatchObject({
      state: 'open',
      action: { label: 'Bezet.', kind: 'popup', url: '/calendar/edit-appointment/2', right: 'change' },
    })
  })

  it('says the day alone of one part, and nothing that has a line of its own', () => {
    const found = new Map([[1, [finding('orange', 'Ruimte.', { told: true }), finding('orange', 'Rust.')]]])
    expect(findingLines([part(1, '2026-12-01')], found).map(({ label, sub }) => [label, sub])).toEqual([
      ['Rust.', 'Op di 01-12'],
    ])
  })

  it('is told up to five lines, and the rest is counted', () => {
    const labels = (count: number) => {
      const many = Array.from({ length: count }, (_, i) => finding('orange', `Melding ${i + 1}.`))
      return findingLines(parts, new Map([[1, many]])).map(({ label }) => label)
    }
    expect(labels(5).at(-1)).toBe('Melding 5.')
    expect(labels(6).slice(4)).toEqual(['Melding 5.', 'Nog 1 andere melding'])
    expect(labels(8).slice(4)).toEqual(['Melding 5.', 'Nog 3 andere meldingen'])
    const all = findingLines(parts, new Map([[1, Array.from({ length: 9 }, () => finding('red', 'Bezet.'))]]))
    expect(all.at(-1)).toEqual({ label: 'Nog 4 andere meldingen', icon: 'dots', state: 'open', order: 26 })
  })
})

it('what of a part stays is all of its form but who, where and when', () => {
  const form = {
    description: 'Theorie',
    status: 'planned' as const,
    max_count: 12,
    address_name: 'Zaal',
    street: 'Dorpsstraat',
    street_no: '4',
    street_no_adding: 'a',
    postal_code: '8011 AA',
    city: 'Zwolle',
    join_url: 'https://example.org',
    join_code: '12',
    join_password: 'x',
  }
  const times = { starts_at: instantOf('2026-12-01', '09:00')!, ends_at: instantOf('2026-12-01', '12:00')! }
  const kept = { ...form, ...times, teacher_application_count: null }
  const expected = { ...form, start_datetime: times.starts_at, end_datetime: times.ends_at }
  expect(inputOf(kept)).toEqual({
    ...expected,
    teacher_application_count: null,
    has_custom_teacher_application_count: false,
  })
  const moved = { starts_at: instantOf('2026-12-02', '09:00')!, ends_at: instantOf('2026-12-02', '12:00')! }
  expect(inputOf({ ...kept, teacher_application_count: 2 }, moved)).toMatchObject({
    start_datetime: moved.starts_at,
    end_datetime: moved.ends_at,
    teacher_application_count: 2,
    has_custom_teacher_application_count: true,
  })
})
