import { type MouseEvent } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CalendarAction } from './state.ts'
import { appointment, day, epoch } from './test-support.ts'
import { makeHandlers } from './use-handlers.ts'

const popups: string[] = []
const actions: CalendarAction[] = []

/** The page around the island is all that is missing here. */
beforeEach(() => {
  popups.length = 0
  actions.length = 0
  vi.stubGlobal('window', { noordkaap: { openPopup: (url: string) => popups.push(url) } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const handlers = (allow: string, addUrl: string | null) =>
  makeHandlers({ allow, addUrl, viewUrl: '/calendar/view-appointment/{id}' }, 'w', (action) => actions.push(action))

const click = (keys: Partial<MouseEvent> = {}) => {
  const pressed = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...keys }
  return Object.assign(new Event('click', { cancelable: true }), pressed) as unknown as MouseEvent
}

describe('an empty cell', () => {
  it("adds an item for those who may 'add', and for nobody else [P-058]", () => {
    handlers('edit remove', '/calendar/add').add(day('2026-11-18'), 540)
    expect(popups).toEqual([])
    handlers('add', '/calendar/add').add(day('2026-11-18'), 540)
    expect(popups).toEqual([`/calendar/add?datetime=${epoch('2026-11-18 09:00')}&type=w`])
  })

  it('starts a day at nine, and without a day leaves the moment to the server', () => {
    handlers('add', '/calendar/add').add(day('2026-11-18'))
    handlers('add', '/calendar/add').add()
    expect(popups).toEqual([`/calendar/add?datetime=${epoch('2026-11-18 09:00')}&type=w`, '/calendar/add'])
  })

  it('only logs without an add handler [P-243]', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    handlers('add', null).add(day('2026-11-18'), 540)
    expect(popups).toEqual([])
    expect(log).toHaveBeenCalledOnce()
  })
})

describe('an appointment', () => {
  const one = appointment('2026-11-18 09:00', '2026-11-18 10:00')

  it('opens its view and becomes the active one [P-059][T-013]', () => {
    const event = click()
    handlers('', null).open(event, one)
    expect(event.defaultPrevented).toBe(true)
    expect(popups).toEqual([`/calendar/view-appointment/${one.id}`])
    expect(actions).toEqual([{ type: 'activate', id: one.id }])
  })

  it('opens where it says itself', () => {
    handlers('', null).open(click(), { ...one, url: '/inspections/visit/4' })
    expect(popups).toEqual(['/inspections/visit/4'])
  })

  it('is left to the browser when a new tab is asked for', () => {
    const event = click({ ctrlKey: true })
    handlers('', null).open(event, one)
    expect(popups).toEqual([])
    expect(event.defaultPrevented).toBe(false)
  })
})
