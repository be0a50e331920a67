/** The screens of the tablet that ask something, one question each. */
import { type ReactNode } from 'react'
import arrowRight from '@tabler/icons/outline/arrow-right.svg?raw'
import { dateState, maskDate } from '../../src/platform/format/date-mask.ts'
import { Icon } from '../shared/icon.tsx'
import { type Texts } from '../../src/training/day/kiosk/texts.contract.ts'
import { DigitKeys, LetterKeys } from './keys.tsx'
import { Again, BigButton, Field, Question } from './parts.tsx'
import { type Model } from './model.ts'

interface ScreenProps {
  model: Model
}

const DIGITS_OF_DATE = 8

function birthdayHint(typed: string, texts: Texts): string {
  const { incomplete, invalid } = dateState(typed)
  if (typed === '') return texts.fillBirthday
  if (invalid) return texts.impossible
  return incomplete ? texts.digitsLeft(DIGITS_OF_DATE - typed.replaceAll('-', '').length) : texts.ready
}

export function BirthdayScreen({ model }: ScreenProps): ReactNode {
  const { state, send, busy, texts, phone } = model
  const { title, text, primary, secondary } = model.say('initial')
  const { incomplete, invalid } = dateState(state.birthday)
  const canGo = state.birthday !== '' && !incomplete && !invalid && !busy
  const type = (value: string) => send({ type: 'birthday', value })
  // While something is taken away no dash is added, or it would be back at once.
  const typed = (value: string) => type(value.length < state.birthday.length ? value : maskDate(value))
  const erase = () => type(state.birthday.replace(/.-?$/, ''))
  const go = () => {
    if (canGo) model.findByBirthday()
  }
  const next = (
    <BigButton primary disabled={!canGo} onPress={go}>
      {primary} <Icon svg={arrowRight} />
    </BigButton>
  )
  return (
    <div className="kiosk-two">
      <div className="kiosk-side">
        <Question title={title} text={text} />
        <Field
          label={texts.birthday}
          value={state.birthday}
          invalid={state.birthday === '' || incomplete || invalid}
          hint={birthdayHint(state.birthday, texts)}
          numeric
          keyboard={phone}
          onValue={typed}
          onEnter={go}
        />
        {!phone && next}
      </div>
      {phone ? (
        <div className="kiosk-buttons">
          <BigButton disabled={state.birthday === ''} onPress={() => type('')}>
            {secondary}
          </BigButton>
          {next}
        </div>
      ) : (
        <DigitKeys
          texts={texts}
          onKey={(key) => typed(state.birthday + key)}
          onErase={erase}
          onClear={() => type('')}
        />
      )}
    </div>
  )
}

export function LastNameScreen({ model }: ScreenProps): ReactNode {
  const { state, send, busy, texts, phone } = model
  const { title, text, primary, secondary } = model.say('lastname-confirmation')
  const isEmpty = state.lastName.trim() === ''
  const type = (value: string) => send({ type: 'lastName', value })
  const go = () => {
    if (!isEmpty && !busy) model.findByLastName()
  }
  return (
    <div className="kiosk-wide">
      <Question title={title} text={text} />
      <Field
        label={texts.lastName}
        value={state.lastName}
        invalid={isEmpty}
        hint={isEmpty ? texts.fillName : ''}
        keyboard={phone}
        onValue={type}
        onEnter={go}
      />
      {!phone && (
        <LetterKeys
          texts={texts}
          onKey={(key) => type(state.lastName + key)}
          onErase={() => type(state.lastName.slice(0, -1))}
        />
      )}
      <div className="kiosk-buttons">
        <Again label={secondary} onPress={() => send({ type: 'restart' })} />
        <BigButton primary disabled={isEmpty || busy} onPress={go}>
          {primary} <Icon svg={arrowRight} />
        </BigButton>
      </div>
    </div>
  )
}
