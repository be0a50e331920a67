/** The colour and the word for an appointment's state. */
import { type CalendarAppointment, type CalendarStatus } from '../../src/system/calendar/calendar.contract.ts'
import { type HueStyle } from './css-vars.ts'

export const FULL: CalendarStatus = { key: 'full', label: 'Vol', css: 'st-full' }
const CANCELLED: CalendarStatus = { key: 'cancelled', label: 'Geannuleerd', css: 'st-cancelled' }
const UNKNOWN: CalendarStatus = { key: 'planned', label: 'Gepland', css: 'st-planned' }

export interface Hue {
  className: string
  style: HueStyle | undefined
}

/** A chosen colour replaces the hue of the class; the class stays for the cues that are not colour (hatch, strike). */
export function hueOf({ key, css }: CalendarStatus): Hue {
  return css.startsWith('#')
    ? { className: `st-${key}`, style: { '--hue': css } }
    : { className: css, style: undefined }
}

/** 'Vol' and 'Geannuleerd' come before the stored status; undefined when the viewer may not see it. */
export function shownStatus({ status, full, cancelled }: CalendarAppointment): CalendarStatus | undefined {
  if (cancelled) return status ?? CANCELLED
  return full ? FULL : status
}

/** The colour of an appointment itself, where it has one, wins from that of its status. */
export function appointmentHue(appointment: CalendarAppointment): Hue {
  const hue = hueOf(shownStatus(appointment) ?? UNKNOWN)
  const { 'background-color': ground, color: ink } = appointment.css ?? {}
  const className = appointment.cancelled ? `${hue.className} is-cancelled` : hue.className
  const style = ground ? { '--hue': ground } : hue.style
  return { className, style: ink && style ? { ...style, '--ink': ink } : style }
}
