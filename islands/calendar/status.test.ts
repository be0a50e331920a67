import { describe, expect, it } from 'vitest'
import { appointmentHue, hueOf, shownStatus } from './status.ts'
import { appointment } from './test-support.ts'

const planned = { key: 'planned', label: 'Gepland', css: 'st-planned' }
const one = appointment('2026-11-18 09:00', '2026-11-18 10:00', { status: planned })

describe('the status of an appointment', () => {
  it("is 'Vol' when no place is free, unless it is cancelled", () => {
    expect(shownStatus({ ...one, full: true })?.label).toBe('Vol')
    expect(shownStatus({ ...one, full: true, cancelled: true })?.label).toBe('Gepland')
  })

  it('is not made up for those who may not see it, except that it does not go on', () => {
    const { status: _hidden, ...reduced } = one
    expect(shownStatus(reduced)).toBeUndefined()
    expect(shownStatus({ ...reduced, cancelled: true })?.label).toBe('Geannuleerd')
    expect(appointmentHue(reduced).className).toBe('st-planned')
  })

  it('gives its class, or a hue of its own with the class for the other cues', () => {
    expect(hueOf(planned)).toEqual({ className: 'st-planned', style: undefined })
    expect(hueOf({ key: 'option', label: 'Optie', css: '#b86a00' })).toEqual({
      className: 'st-option',
      style: { '--hue': '#b86a00' },
    })
  })

  it("gives way to the appointment's own colour", () => {
    expect(appointmentHue({ ...one, css: { 'background-color': '#123456' } })).toEqual({
      className: 'st-planned',
      style: { '--hue': '#123456' },
    })
    expect(appointmentHue({ ...one, css: { 'background-color': '#123456', color: '#654321' } }).style).toEqual({
      '--hue': '#123456',
      '--ink': '#654321',
    })
  })
})
