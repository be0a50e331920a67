import { type ReactNode } from 'react'
import calendarOff from '@tabler/icons/outline/calendar-off.svg?raw'
import calendarTime from '@tabler/icons/outline/calendar-time.svg?raw'
import copy from '@tabler/icons/outline/copy.svg?raw'
import eye from '@tabler/icons/outline/eye.svg?raw'
import users from '@tabler/icons/outline/users.svg?raw'
import { type CalendarAppointment, type Judged } from '../../src/system/calendar/calendar.contract.ts'
import { openPopup } from '../shared/platform.ts'
import { FloatMenu } from './float-menu.tsx'
import { plain } from './titles.ts'

export interface MenuAt {
  appointment: CalendarAppointment
  lane: number | null
  element: HTMLElement
}

interface BlockMenuProps {
  menu: MenuAt
  onOpen: () => void
  onMove: (copy: boolean) => void
  /** Says that its teacher is away; absent for who may not. */
  onAway: (() => void) | '' | undefined
  /** What mends at once what is not right about it. */
  mend: Judged['mend']
  onClose: () => void
}

/** What can be done with a block where nothing is dragged: by finger, by the right button, by the menu key. */
export function BlockMenu({ menu, onOpen, onMove, onAway, mend, onClose }: BlockMenuProps): ReactNode {
  const { appointment, element } = menu
  const items = [
    { svg: eye, label: 'Openen', run: onOpen },
    ...(mend ? [{ svg: users, label: `${mend.label}…`, run: () => openPopup(mend.url) }] : []),
    ...(appointment.fixed === undefined
      ? [{ svg: calendarTime, label: 'Verplaatsen…', run: () => onMove(false) }]
      : []),
    { svg: copy, label: 'Kopiëren…', run: () => onMove(true) },
    ...(onAway ? [{ svg: calendarOff, label: 'Docent ziek of afwezig…', run: onAway }] : []),
  ]
  return (
    <FloatMenu
      element={element}
      label={plain(appointment.description)}
      items={items}
      note={appointment.fixed}
      onClose={onClose}
    />
  )
}
