import { describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { establishmentNeeds, establishmentSteps, roomSteps } from '../../src/system/establishments/next.rules.ts'
import { messageSteps, sentOptions } from '../../src/system/messages/next.rules.ts'
import { userArea } from '../../src/system/users/rights.ts'
import { userNeeds, userSteps } from '../../src/system/users/next.rules.ts'

/** Each step, the one that comes next marked. */
const told = (steps: { label: string; next?: boolean }[]) =>
  steps.map(({ label, next }) => (next ? `> ${label}` : label))

describe('a message', () => {
  it.each([
    ['refused', ['> Opnieuw versturen', 'Adres herstellen']],
    ['bounced', ['> Opnieuw versturen', 'Adres herstellen']],
    ['uncertain', ['> Is aangekomen', 'Is teruggekomen', 'Opnieuw versturen']],
    ['kept', ['> Opnieuw versturen']],
    ['scheduled', []],
    ['queued', []],
    ['sent', []],
  ])('%s', (state, steps) => {
    expect(told(messageSteps({ id: 1, state, owner: { url: '/contact/view/2', area: userArea } }))).toEqual(steps)
  })

  it('leads to no address that nobody knows, and can be sent anew though it arrived', () => {
    expect(told(messageSteps({ id: 1, state: 'bounced', owner: null }))).toEqual(['> Opnieuw versturen'])
    const owner = { url: '/contact/view/2', area: userArea }
    expect(messageSteps({ id: 1, state: 'bounced', owner })[1]).toMatchObject({ url: owner.url, area: userArea })
    expect(told(sentOptions({ id: 1, state: 'sent' }))).toEqual(['Opnieuw versturen', 'Is teruggekomen'])
    expect(sentOptions({ id: 1, state: 'bounced' })).toEqual([])
  })
})

describe('a user', () => {
  const user = {
    id: 1,
    name: 'Sanne Willems',
    active: true,
    has_password: true,
    two_step: false,
    roles: [ROLE.scheduler] as number[],
  }

  it.each([
    ['who was never let in', { has_password: false }, ['> Uitnodiging opnieuw sturen'], ['Nog nooit ingelogd']],
    ['without a second step', {}, [], ['Tweestapsverificatie staat uit']],
    ['with a second step', { two_step: true }, [], []],
    ['who plans nothing', { roles: [ROLE.student] }, [], []],
    ['who was switched off', { active: false }, ['> Inschakelen'], []],
  ])('%s', (_name, more, steps, needs) => {
    const standing = { ...user, ...more }
    expect(told(userSteps(standing, false))).toEqual(steps)
    expect(userNeeds(standing, false).map(({ label }) => label)).toEqual(needs)
  })

  it('sets up the second step where it is the own account', () => {
    const url = (isOwn: boolean) => userNeeds(user, isOwn)[0]!.action!.url
    expect([url(true), url(false)]).toEqual(['/profile/two-step', '/settings/?tab=two-step'])
  })
})

describe('a place', () => {
  const room = { id: 1, active: true, capacity: 12, hired: false, hire_confirmed: false }

  it.each([
    ['a room', {}, []],
    ['a room of which nobody knows how many fit in', { capacity: null }, ['> Plaatsen invullen']],
    ['a room that is hired', { hired: true }, ['> Huur bevestigen']],
    ['a room whose hire was confirmed', { hired: true, hire_confirmed: true }, []],
    ['a room out of use', { active: false, capacity: null, hired: true }, []],
  ])('%s', (_name, more, steps) => {
    expect(told(roomSteps({ ...room, ...more }))).toEqual(steps)
  })

  it('without rooms asks for the first, and without an address for that', () => {
    expect(told(establishmentSteps({ id: 1, active: true, room_count: 0 }))).toEqual(['> Lokaal toevoegen'])
    expect(establishmentSteps({ id: 1, active: true, room_count: 2 })).toEqual([])
    expect(establishmentNeeds({ id: 1, active: true, city: '' }).map(({ label }) => label)).toEqual(['Adres ontbreekt'])
    expect(establishmentNeeds({ id: 1, active: true, city: 'Zwolle' })).toEqual([])
    expect(establishmentNeeds({ id: 1, active: false, city: null })).toEqual([])
  })
})
