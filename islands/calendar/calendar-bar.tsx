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

export interface CalendarBarProps extends Omit<BarProps, 'views' | 'tools' | 'choice'> {
  fullscreen: { on: boolean; toggle: () => void }
  /** Of the popup with the feed; null where the page offers none. */
  icalUrl: string | null
}

export function CalendarBar({ fullscreen, icalUrl, ...props }: CalendarBarProps): ReactNode {
  const tools = (
    <>
      <span className="cal-fullscreen">
        <IconButton
          svg={fullscreen.on ? minimize : maximize}
          label={fullscreen.on ? 'Volledig scherm sluiten (F)' : 'Volledig scherm (F)'}
          onClick={fullscreen.toggle}
        />
      </span>
      <span className="cal-keep">
        <button
          type="button"
          className="icon-btn"
          aria-label="Weergave toevoegen"
          title="Weergave toevoegen"
          aria-haspopup="dialog"
          data-calendar-view-add
        >
          <Icon svg={bookmark} />
        </button>
      </span>
      {icalUrl !== null && (
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => openPopup(icalUrl)}>
          <Icon svg={link} />
          <span className="cal-label">Koppel agenda</span>
        </button>
      )}
    </>
  )
  return <Bar {...props} views={VIEWS} tools={tools} />
}
