import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import alertCircle from '@tabler/icons/outline/alert-circle.svg?raw'
import alertTriangle from '@tabler/icons/outline/alert-triangle.svg?raw'
import clock from '@tabler/icons/outline/clock.svg?raw'
import mapPin from '@tabler/icons/outline/map-pin.svg?raw'
import user from '@tabler/icons/outline/user.svg?raw'
import users from '@tabler/icons/outline/users.svg?raw'
import {
  type CalendarAppointment,
  type CalendarWords,
  type Judged,
} from '../../src/system/calendar/calendar.contract.ts'
import { Icon } from '../shared/icon.tsx'
import { wallClock } from '../../src/platform/format/wall-clock.ts'
import { placeBox } from './place-box.ts'
import { FULL, hueOf } from './status.ts'
import { capital, shortDay } from '../shared/day-titles.ts'
import { placesText, plain, timeRange } from './titles.ts'
import { type Anchor } from './use-info-box.ts'

interface InfoBoxProps {
  appointment: CalendarAppointment
  judged: Judged | undefined
  words: CalendarWords
  anchor: Anchor
}

/** More of it stands in the popup. */
const MOST_FINDINGS = 3

/** What the viewer may know of an appointment, without opening it. */
export function InfoBox({ appointment, judged, words, anchor }: InfoBoxProps): ReactNode {
  const box = useRef<HTMLElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const element = box.current!
    const { left, top } = placeBox(anchor.element.getBoundingClientRect(), anchor.x, {
      width: element.offsetWidth,
      height: element.offsetHeight,
      viewWidth: window.innerWidth,
      viewHeight: window.innerHeight,
    })
    element.style.setProperty('left', `${left}px`)
    element.style.setProperty('top', `${top}px`)
    anchor.element.setAttribute('aria-describedby', id)
    return () => anchor.element.removeAttribute('aria-describedby')
  }, [anchor, appointment, judged, id])

  const { start_datetime, status, full, cancelled, appointment_group_id: planningId, course_code: code } = appointment
  const statuses = [status, full && !cancelled ? FULL : undefined].filter((shown) => shown !== undefined)
  const companies = appointment.incompany?.join(', ')
  const place = [appointment.place, appointment.room].filter(Boolean).join(', ')
  return (
    <aside className="infobox cal-infobox" role="tooltip" id={id} ref={box}>
      <div className="row-flex wrap">
        {statuses.map((shown) => (
          <span key={shown.key} className={`status ${hueOf(shown).className}`} style={hueOf(shown).style}>
            {shown.label}
          </span>
        ))}
        {planningId !== undefined && (
          <span className="faint small push">
            {capital(words.one)} {planningId}
          </span>
        )}
      </div>
      <h3>
        {plain(appointment.description)}
        {code && <span className="faint small"> {code}</span>}
      </h3>
      <Line svg={clock}>
        <b>{shortDay(wallClock(start_datetime).day)}</b>, {timeRange(appointment)}
      </Line>
      {(companies || place) && (
        <Line svg={mapPin}>
          {companies && (
            <>
              Incompany bij <b>{companies}</b>
              {place && ', '}
            </>
          )}
          {place}
        </Line>
      )}
      {appointment.teachers && appointment.teachers.length > 0 && (
        <Line svg={user}>{appointment.teachers.join(', ')}</Line>
      )}
      {appointment.free !== undefined && <Line svg={users}>{placesText(appointment.free, appointment.max_count)}</Line>}
      {judged?.texts.slice(0, MOST_FINDINGS).map((text) => (
        <Line key={text} svg={judged.tone === 'red' ? alertCircle : alertTriangle} tone={judged.tone}>
          {text}
        </Line>
      ))}
    </aside>
  )
}

function Line({ svg, tone, children }: { svg: string; tone?: Judged['tone']; children: ReactNode }): ReactNode {
  return (
    <div className={tone ? `li is-${tone}` : 'li'}>
      <Icon svg={svg} />
      <span>{children}</span>
    </div>
  )
}
