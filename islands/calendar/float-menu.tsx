import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Icon } from '../shared/icon.tsx'
import { placeBox } from './place-box.ts'

export interface MenuItem {
  svg: string
  label: string
  run: () => void
}

interface FloatMenuProps {
  /** What it is about, which it stands beside and gives the focus back to. */
  element: HTMLElement
  label: string
  items: readonly MenuItem[]
  note?: string | undefined
  onClose: () => void
}

/** A small menu beside what was pressed. */
export function FloatMenu({ element, label, items, note, onClose }: FloatMenuProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)

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
    const buttons = [...box.current!.querySelectorAll('button')]
    const at = buttons.indexOf(event.target as HTMLButtonElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      onClose()
      element.focus()
    }
    if (next !== undefined) buttons.at(next % buttons.length)?.focus()
    if (next !== undefined || event.key === 'Escape') event.preventDefault()
  }
  return (
    <div className="float cal-menu" role="menu" aria-label={label} ref={box} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          onClick={() => {
            onClose()
            item.run()
          }}
        >
          <Icon svg={item.svg} />
          {item.label}
        </button>
      ))}
      {note !== undefined && <p className="small muted">{note}</p>}
    </div>
  )
}
