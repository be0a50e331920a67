import { useCallback, useState, type MouseEvent, type ReactNode } from 'react'
import calendarOff from '@tabler/icons/outline/calendar-off.svg?raw'
import user from '@tabler/icons/outline/user.svg?raw'
import { isoDay, type Day } from '../../src/platform/format/days.ts'
import { openPopup } from '../shared/platform.ts'
import { FloatMenu } from './float-menu.tsx'
import { type Answer } from './lanes-model.ts'

interface LaneMenuAt {
  lane: number
  name: string
  day: Day
  element: HTMLElement
}

export interface LaneMenu {
  /** Opens it from a name; null for who may do nothing with it. */
  open: ((lane: number, element: HTMLElement) => void) | null
  /** The right button, or the menu key, anywhere in a row that is no block. */
  onContextMenu: (event: MouseEvent) => void
  shown: ReactNode
}

/** What can be done with a row of people: 'Afwezig melden' from the day that was pressed, else from the first in sight. */
export function useLaneMenu(
  { awayUrl, personUrl }: { awayUrl?: string | undefined; personUrl: string },
  answer: Answer | null,
  firstDay: Day,
): LaneMenu {
  const [menu, setMenu] = useState<LaneMenuAt | null>(null)
  const close = useCallback(() => setMenu(null), [])
  const at = (lane: number, element: HTMLElement, day = firstDay): boolean => {
    const name = awayUrl === undefined ? undefined : answer?.lanes.find(({ id }) => id === lane && id > 0)?.name
    if (name === undefined) return false
    setMenu({ lane, name, day, element })
    return true
  }
  const fill = (url: string, { lane, day }: LaneMenuAt): string =>
    url.replace('{id}', String(lane)).replace('{day}', isoDay(day))
  return {
    open: awayUrl === undefined ? null : (lane, element) => void at(lane, element),
    onContextMenu(event) {
      const { target } = event
      if (!(target instanceof HTMLElement) || event.shiftKey || target.closest('[data-appointment]')) return
      const lane = target.closest<HTMLElement>('[data-lane]')?.dataset.lane
      const cell = target.closest<HTMLElement>('[data-cell]')
      const element = target.closest<HTMLElement>('button') ?? cell ?? target
      if (lane === undefined) return
      if (at(Number(lane), element, cell ? Number(cell.dataset.cell) : undefined)) event.preventDefault()
    },
    shown: menu && (
      <FloatMenu
        element={menu.element}
        label={menu.name}
        items={[
          { svg: calendarOff, label: 'Afwezig melden…', run: () => openPopup(fill(awayUrl!, menu)) },
          { svg: user, label: 'Contact openen', run: () => openPopup(fill(personUrl, menu)) },
        ]}
        onClose={close}
      />
    ),
  }
}
