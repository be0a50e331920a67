/** What the screens of the tablet are made of. */
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import arrowLeft from '@tabler/icons/outline/arrow-left.svg?raw'
import { type KioskStudent } from '../../src/training/day/kiosk/kiosk.contract.ts'
import { Icon } from '../shared/icon.tsx'

interface BigButtonProps {
  children: ReactNode
  onPress: () => void
  primary?: boolean
  disabled?: boolean
}

export function BigButton({ children, onPress, primary = false, disabled = false }: BigButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={primary ? 'btn btn-primary kiosk-button kiosk-button--wide' : 'btn kiosk-button'}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

export function Again({ label, onPress }: { label: string; onPress: () => void }): ReactNode {
  return (
    <BigButton onPress={onPress}>
      <Icon svg={arrowLeft} /> {label}
    </BigButton>
  )
}

/** The question of a screen, which the ear hears when it comes. */
export function Question({ title, text }: { title: string; text?: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <header className="kiosk-question">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {text !== undefined && <p>{text}</p>}
    </header>
  )
}

interface FieldProps {
  label: string
  value: string
  invalid: boolean
  hint: string
  numeric?: boolean
  /** Whether the keyboard of the device comes up; a tablet has keys of our own. */
  keyboard: boolean
  onValue: (value: string) => void
  onEnter: () => void
}

/** A field that our own keys fill in, and a keyboard where there is one. */
export function Field({
  label,
  value,
  invalid,
  hint,
  numeric = false,
  keyboard,
  onValue,
  onEnter,
}: FieldProps): ReactNode {
  const field: RefObject<HTMLInputElement | null> = useRef(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="kiosk-field">
      <input
        ref={field}
        className={value === '' ? 'form-control' : invalid ? 'form-control is-incomplete' : 'form-control'}
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby="kiosk-hint"
        required
        autoComplete="off"
        spellCheck={false}
        inputMode={keyboard ? (numeric ? 'numeric' : 'text') : 'none'}
        maxLength={numeric ? 10 : 120}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onEnter()
        }}
      />
      <p id="kiosk-hint" className="kiosk-hint">
        {hint}
      </p>
    </div>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => word[0])
    .filter((_letter, i, all) => i === 0 || i === all.length - 1)
    .join('')

export function Person({ student, whole }: { student: KioskStudent; whole: boolean }): ReactNode {
  const { messageName, company, appointments } = student
  return (
    <span className="kiosk-person">
      <span className="kiosk-avatar" aria-hidden="true">
        {initialsOf(messageName)}
      </span>
      <span className="kiosk-name">
        <b>{messageName}</b>
        {company.name !== '' && <span>{company.name}</span>}
        {!whole && (
          <span>{appointments.map(({ description, start_time }) => `${description}, ${start_time}`).join(' · ')}</span>
        )}
      </span>
    </span>
  )
}

/** Asks over all else; what is below it is not there for the while. */
export function Asking({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('.btn-primary')?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="kiosk-asking"
      aria-labelledby="kiosk-asking"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="kiosk-asking">{title}</h2>
      <p>{text}</p>
      <div className="kiosk-buttons">{children}</div>
    </dialog>
  )
}
