import { afterEach, expect, it, vi } from 'vitest'
import { registerCalendar, setAppointments } from './registry.ts'

const answer = { appointments: [], total: 0 }

afterEach(() => vi.restoreAllMocks())

it('hands appointments to a calendar', () => {
  const element = {}
  const received: unknown[] = []
  registerCalendar(element, (value) => received.push(value))
  setAppointments(element, answer)
  expect(received).toEqual([answer])
})

it('logs and does nothing on an element that is not, or no longer, a calendar [P-244]', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
  const element = {}
  const received: unknown[] = []
  const unregister = registerCalendar(element, (value) => received.push(value))
  unregister()
  setAppointments(element, answer)
  setAppointments({}, answer)
  expect(received).toEqual([])
  expect(log).toHaveBeenCalledTimes(2)
})
