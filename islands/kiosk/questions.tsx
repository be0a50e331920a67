/** The screens of the tablet that ask something, one question each. */
import { type ReactNode } from 'react'
import arrowRight from '@tabler/icons/outline/arrow-right.svg?raw'
import { dateState, maskDate } from '../../src/platform/format/date-mask.ts'
import { Icon } from '../shared/icon.tsx'
import { DigitKeys, LetterKeys } from './keys.tsx'
import { Again, BigButton, Field, Question } from './parts.tsx'
import { type Kiosk } from './use-kiosk.ts'

interface ScreenProps {
  kiosk: Kiosk
}

const DIGITS_OF_DATE = 8

function birthdayHint(typed: string): string {
  const { incomplete, invalid } = dateState(typed)
  if (typed === '') return 'Vul uw geboortedatum in.'
  if (invalid) return 'Deze datum bestaat niet.'
  const left = DIGITS_OF_DATE - typed.replaceAll('-', '').length
  return incomplete ? `Nog ${left} ${left === 1 ? 'cijfer' : 'cijfers'}` : 'Klopt het? Tik dan op Verder.'
}

export function BirthdayScreen({ kiosk }: ScreenProps): ReactNode {
  const { state, send, busy } = kiosk
  const { incomplete, invalid } = dateState(state.birthday)
  const canGo = state.birthday !== '' && !incomplete && !invalid && !busy
  const type = (value: string) => send({ type: 'birthday', value })
  // While something is taken away no dash is added, or it would be back at once.
  const typed = (value: string) => type(value.length < state.birthday.length ? value : maskDate(value))
  const erase = () => type(state.birthday.replace(/.-?$/, ''))
  const go = () => {
    if (canGo) kiosk.findByBirthday()
  }
  return (
    <div className="kiosk-two">
      <div className="kiosk-side">
        <Question title="Wat is uw geboortedatum?" text="Dag, maand en jaar. De streepjes komen vanzelf." />
        <Field
          label="Geboortedatum, dag maand jaar"
          value={state.birthday}
          invalid={state.birthday === '' || incomplete || invalid}
          hint={birthdayHint(state.birthday)}
          numeric
          onValue={typed}
          onEnter={go}
        />
        <BigButton primary disabled={!canGo} onPress={go}>
          Verder <Icon svg={arrowRight} />
        </BigButton>
      </div>
      <DigitKeys onKey={(key) => typed(state.birthday + key)} onErase={erase} onClear={() => type('')} />
    </div>
  )
}

export function LastNameScreen({ kiosk }: ScreenProps): ReactNode {
  const { state, send, busy } = kiosk
  const isEmpty = state.lastName.trim() === ''
  const type = (value: string) => send({ type: 'lastName', value })
  const go = () => {
    if (!isEmpty && !busy) kiosk.findByLastName()
  }
  return (
    <div className="kiosk-wide">
      <Question
        title="Wat is uw achternaam?"
        text="Zonder ‘van’, ‘de’ of ‘ter’. Hoofdletters en streepjes hoeven niet."
      />
      <Field
        label="Achternaam"
        value={state.lastName}
        invalid={isEmpty}
        hint={isEmpty ? 'Vul uw achternaam in.' : ''}
        onValue={type}
        onEnter={go}
      />
      <LetterKeys onKey={(key) => type(state.lastName + key)} onErase={() => type(state.lastName.slice(0, -1))} />
      <div className="kiosk-buttons">
        <Again onPress={() => send({ type: 'restart' })} />
        <BigButton primary disabled={isEmpty || busy} onPress={go}>
          Verder <Icon svg={arrowRight} />
        </BigButton>
      </div>
    </div>
  )
}
