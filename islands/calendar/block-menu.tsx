import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import calendarTime from '@tabler/icons/outline/calendar-time.svg?raw'
import copy from '@tabler/icons/outline/copy.svg?raw'
import eye from '@tabler/icons/outline/eye.svg?raw'
import { type CalendarAppointment } from '../../src/system/calendar/calendar.contract.ts'
import { Icon } from '../shared/icon.tsx'
import { placeBox } from './place-box.ts'
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
  onClose: () => void
}

/** What can be done with a block where nothing is dragged: by finger, by the right button, by the menu key. */
export function BlockMenu({ menu, onOpen, onMove, onClose }: BlockMenuProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const { appointment, element } = menu

  useEffect(() => {
    const list = box.current!
    const { left, top } = placeBox(element.getBoundingClientRect(), null, {
      width: list.offsetWidth,
      height: list.offsetHeight,
      viewWidth: window.innerWidth,
      viewHeight: window.innerHeight,
    })
    list.style.setProperty('left', `${left}px`)
    list.style.setProperty('top', `${top}px`)
    list.querySelector('button')?.focus()
    const outside = (event: Event): void => {
      if (!list.contains(event.target as Node)) onClose()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [element, onClose])

  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    const items = [...box.current!.querySelectorAll('button')]
    const at = items.indexOf(event.target as HTMLButtonElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      onClose()
      element.focus()
    }
    if (next !== undefined) items.at(next % items.length)?.focus()
    if (next !== undefined || event.key === 'Escape') event.preventDefault()
  }
  const item = (svg: string, label: string, run: () => void): ReactNode => (
    <button
      type="button"
      role="menuitem"
      onClick={() => {
        onClose()
        run()
      }}
    >
      <Icon svg={svg} />
      {label}
    </button>
  )
  return (
    <div
      className="float cal-menu"
      role="menu"
      aria-label={plain(appointment.description)}
      ref={box}
      onKeyDown={onKeyDown}
    >
      {item(eye, 'Openen', onOpen)}
      {appointment.fixed === undefined && item(calendarTime, 'Verplaatsen…', () => onMove(false))}
      {item(copy, 'Kopiëren…', () => onMove(true))}
      {appointment.fixed !== undefined && <p className="small muted">{appointment.fixed}</p>}
    </div>
  )
}
