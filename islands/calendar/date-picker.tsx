import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react'
import flatpickr from 'flatpickr'
import { Dutch } from 'flatpickr/dist/l10n/nl.js'
import 'flatpickr/dist/flatpickr.css'
import { dayOf, partsOf, type Day } from '../shared/dates.ts'

interface DatePickerProps {
  day: Day
  today: Day
  onPick: (day: Day) => void
  /** Escape, or the focus or pointer went elsewhere. */
  onClose: () => void
}

/** Only year, month and date go in and out of the picker, so the zone of the browser plays no part. */
export default function DatePicker({ day, today, onPick, onClose }: DatePickerProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const picked = useEffectEvent(([date]: Date[]) => {
    if (date) onPick(dayOf(date.getFullYear(), date.getMonth() + 1, date.getDate()))
  })
  const clickedElsewhere = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !box.current?.parentElement?.contains(target)) onClose()
  })

  useEffect(() => {
    const picker = flatpickr(input.current!, {
      inline: true,
      appendTo: box.current!,
      locale: { ...Dutch, monthAriaLabel: 'Maand', yearAriaLabel: 'Jaar' },
      weekNumbers: true,
      disableMobile: true,
      ariaDateFormat: 'l j F Y',
      defaultDate: localDate(day),
      now: localDate(today),
      onChange: picked,
    })
    picker.selectedDateElem?.focus()
    document.addEventListener('pointerdown', clickedElsewhere)
    return () => {
      document.removeEventListener('pointerdown', clickedElsewhere)
      picker.destroy()
    }
  }, [day, today])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }

  return (
    <div className="cal-picker" role="dialog" aria-label="Kies een datum" ref={box} onKeyDownCapture={onKeyDown}>
      <input ref={input} hidden readOnly />
    </div>
  )
}

function localDate(day: Day): Date {
  const { year, month, date } = partsOf(day)
  return new Date(year, month - 1, date)
}
