import { describe, expect, it } from 'vitest'
import {
  type Standing,
  earlyOptions,
  refresherNeeds,
  refresherSteps,
} from '../../src/training/proof/refreshers/next.rules.ts'

const due: Standing = {
  id: 7,
  contact_id: 3,
  course_id: 2,
  state: 'soon',
  grace_until: '2027-03-01',
  invited_at: null,
  asked_at: null,
  asker_name: null,
  contact_active: true,
  reachable: true,
  next_part: null,
  whole_part: null,
  offered: 11,
}
const at = new Date('2026-11-02T09:00:00Z')

/** What leads: the first that comes next; and all there is. */
const stepsOf = (more: Partial<Standing>) => {
  const steps = refresherSteps({ ...due, ...more })
  return [(steps.find(({ next }) => next) ?? steps[0])?.label ?? null, steps.length]
}
const needsOf = (more: Partial<Standing>) =>
  refresherNeeds({ ...due, ...more }).map(({ label, state, action }) => [label, state, action?.url])

describe('the next step of a refresher follows how it stands', () => {
  it.each<[string, Partial<Standing>, string | null, number]>([
    ['due, nobody invited', {}, 'Uitnodigen', 3],
    ['due, and asked for', { asked_at: at }, 'Uitnodigen', 2],
    ['due, invited', { invited_at: at }, 'Inschrijven', 2],
    ['due, without an address', { reachable: false }, 'Inschrijven', 2],
    ['due, invited, with nothing to enrol in', { invited_at: at, offered: null }, 'Planning toevoegen', 3],
    ['late', { state: 'late' }, 'Inschrijven', 3],
    ['over', { state: 'over' }, 'Inschrijven', 3],
    ['over, with nothing to enrol in', { state: 'over', offered: null }, 'Inschrijven', 3],
    ['over, enrolled in the whole course', { state: 'over', whole_part: { id: 5 } }, 'Planning openen', 1],
    ['booked', { state: 'booked', next_part: { id: 4 } }, 'Planning openen', 1],
    ['later', { state: 'ok' }, null, 0],
    ['of who takes part no more', { contact_active: false }, null, 0],
  ])('%s', (_name, standing, lead, count) => {
    expect(stepsOf(standing)).toEqual([lead, count])
  })

  it('has the first planning with a place chosen, but where the refresher does no more', () => {
    const url = (more: Partial<Standing>) =>
      refresherSteps({ ...due, ...more }).find(({ label }) => label === 'Inschrijven')!.url
    expect(url({})).toBe('/calendar/enroll?contact_id=3&appointment_id=11')
    expect(url({ state: 'over' })).toBe('/calendar/enroll?contact_id=3')
  })

  it('leaves what is early to the menu', () => {
    expect(earlyOptions({ ...due, state: 'ok' }).map(({ label }) => label)).toEqual(['Uitnodigen', 'Inschrijven'])
    expect(earlyOptions(due)).toEqual([])
  })
})

describe('what is left to do for a refresher', () => {
  it('is nothing where the step says it all', () => {
    expect(needsOf({})).toEqual([])
    expect(needsOf({ next_part: { id: 4 }, reachable: false })).toEqual([])
  })

  it('is what somebody asked, what keeps mail from arriving, and the whole course when the grace is over', () => {
    expect(needsOf({ state: 'over', reachable: false, asked_at: at, asker_name: 'Anouk' })).toEqual([
      ['De hele opleiding is nodig', 'open', '/calendar/enroll?contact_id=3'],
      ['Uitnodiging gevraagd', 'open', undefined],
      ['E-mailadres ontbreekt', 'open', '/contact/edit/3'],
    ])
    expect(needsOf({ contact_active: false })).toEqual([['De cursist is niet actief', 'later', '/contact/view/3']])
  })
})
