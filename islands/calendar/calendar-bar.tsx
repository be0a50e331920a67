import { type ReactNode } from 'react'
import bookmark from '@tabler/icons/outline/bookmark-plus.svg?raw'
import link from '@tabler/icons/outline/link.svg?raw'
import maximize from '@tabler/icons/outline/maximize.svg?raw'
import minimize from '@tabler/icons/outline/minimize.svg?raw'
import { Icon } from '../shared/icon.tsx'
import { openPopup } from '../shared/platform.ts'
import { Bar, type BarProps, IconButton } from '../shared/bar.tsx'

const VIEWS: BarProps['views'] = [
  { view: 'm', label: 'Maand' },
  { view: 'w', label: 'Week' },
  { view: 'd', label: 'Dag' },
  { view: 'l', label: 'Lijst' },
]

export interface CalendarBarProps extends Omit<BarProps, 'views' | 'tools' | 'seldom' | 'choice'> {
  fullscreen: { on: boolean; toggle: () => void }
  /** Of the popup with the feed; null where the page offers none. */
  icalUrl: string | null
}

export function CalendarBar({ fullscreen, icalUrl, ...props }: CalendarBarProps): ReactNode {
  // Who looks at the whole screen sees the way back.
  const tools = fullscreen.on && (
    <IconButton svg={minimize} label="Volledig scherm sluiten (F)" onClick={fullscreen.toggle} />
  )
  const seldom = (
    <>
      {!fullscreen.on && (
        <button type="button" className="cal-fullscreen" onClick={fullscreen.toggle}>
          <Icon svg={maximize} />
          Volledig scherm (F)
        </button>
      )}
      <button type="button" className="cal-keep" aria-haspopup="dialog" data-calendar-view-add>
        <Icon svg={bookmark} />
        Weergave toevoegen
      </button>
      {icalUrl !== null && (
        <button type="button" aria-haspopup="dialog" onClick={() => openPopup(icalUrl)}>
          <Icon svg={link} />
          Koppel agenda
        </button>
      )}
    </>
  )
  return <Bar {...props} views={VIEWS} tools={tools} seldom={seldom} />
}
