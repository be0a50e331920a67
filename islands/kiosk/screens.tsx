/** The screens of the tablet, each with one question. */
import { type ReactNode } from 'react'
import arrowLeft from '@tabler/icons/outline/arrow-left.svg?raw'
import arrowRight from '@tabler/icons/outline/arrow-right.svg?raw'
import check from '@tabler/icons/outline/check.svg?raw'
import circleCheck from '@tabler/icons/outline/circle-check.svg?raw'
import clock from '@tabler/icons/outline/clock.svg?raw'
import door from '@tabler/icons/outline/door.svg?raw'
import info from '@tabler/icons/outline/info-circle.svg?raw'
import refresh from '@tabler/icons/outline/refresh.svg?raw'
import userQuestion from '@tabler/icons/outline/user-question.svg?raw'
import { dateState, maskDate } from '../../src/platform/format/date-mask.ts'
import { Icon } from '../shared/icon.tsx'
import { DigitKeys, LetterKeys } from './keys.tsx'
import { BigButton, Field, Person, Question } from './parts.tsx'
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
        <Again kiosk={kiosk} />
        <BigButton primary disabled={isEmpty || busy} onPress={go}>
          Verder <Icon svg={arrowRight} />
        </BigButton>
      </div>
    </div>
  )
}

function Again({ kiosk }: ScreenProps): ReactNode {
  return (
    <BigButton onPress={() => kiosk.send({ type: 'restart' })}>
      <Icon svg={arrowLeft} /> Opnieuw
    </BigButton>
  )
}

export function SeveralScreen({ kiosk }: ScreenProps): ReactNode {
  const { state, send } = kiosk
  return (
    <div className="kiosk-card-column">
      <Question title="Wie bent u?" text="Er zijn vandaag meer mensen met deze achternaam." />
      <ul className="kiosk-list">
        {state.several.map((student) => (
          <li key={student.id}>
            <button type="button" className="kiosk-choice" onClick={() => send({ type: 'chosen', student })}>
              <Person student={student} whole={false} />
              <Icon svg={arrowRight} />
            </button>
          </li>
        ))}
      </ul>
      <div className="kiosk-buttons">
        <Again kiosk={kiosk} />
        <BigButton onPress={() => send({ type: 'notMe' })}>Ik sta er niet bij</BigButton>
      </div>
    </div>
  )
}

export function FoundScreen({ kiosk }: ScreenProps): ReactNode {
  const { state, send, busy } = kiosk
  const student = state.found!
  return (
    <div className="kiosk-card-column">
      <Question title="Bent u dit?" />
      <div className="kiosk-card">
        <Person student={student} whole />
        <dl className="kiosk-times">
          {student.appointments.map(({ id, start_time, end_time, description }) => (
            <div key={id}>
              <dt>
                {start_time}–{end_time}
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="kiosk-buttons">
        <BigButton disabled={busy} onPress={() => send({ type: 'notMe' })}>
          Nee
        </BigButton>
        <BigButton primary disabled={busy} onPress={kiosk.confirm}>
          <Icon svg={check} /> Ja, meld mij aan
        </BigButton>
      </div>
    </div>
  )
}

function Closing({ seconds }: { seconds: number | null }): ReactNode {
  return (
    <p className="kiosk-closing">
      Dit scherm sluit over <b>{seconds}</b> {seconds === 1 ? 'seconde' : 'seconden'}.
    </p>
  )
}

export function WelcomeScreen({ kiosk }: ScreenProps): ReactNode {
  const { welcome, closing } = kiosk.state
  const { title, text, room, start_time, note } = welcome!
  return (
    <div className="kiosk-card-column kiosk-centre">
      <span className="kiosk-sign kiosk-sign--ok">
        <Icon svg={circleCheck} />
      </span>
      <Question title={title} text={text} />
      <ul className="kiosk-card kiosk-facts">
        <li>
          <Icon svg={door} /> <b>{room}</b>
        </li>
        <li>
          <Icon svg={clock} /> <b>{start_time}</b>
        </li>
        {note !== '' && (
          <li>
            <Icon svg={info} /> <b>{note}</b>
          </li>
        )}
      </ul>
      <Closing seconds={closing} />
      <BigButton onPress={() => kiosk.send({ type: 'close' })}>Volgende persoon</BigButton>
    </div>
  )
}

export function NobodyScreen({ kiosk }: ScreenProps): ReactNode {
  return (
    <div className="kiosk-card-column kiosk-centre">
      <span className="kiosk-sign">
        <Icon svg={userQuestion} />
      </span>
      <Question
        title="Wij vinden u niet bij de opleidingen van vandaag"
        text="Kijk uw geboortedatum na, of ga naar de docent. Die kan u ook aanmelden."
      />
      <Closing seconds={kiosk.state.closing} />
      <BigButton primary onPress={() => kiosk.send({ type: 'close' })}>
        <Icon svg={refresh} /> Opnieuw proberen
      </BigButton>
    </div>
  )
}
