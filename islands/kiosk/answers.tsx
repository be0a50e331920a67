/** The screens of the tablet that show what was found. */
import { type ReactNode } from 'react'
import arrowRight from '@tabler/icons/outline/arrow-right.svg?raw'
import check from '@tabler/icons/outline/check.svg?raw'
import circleCheck from '@tabler/icons/outline/circle-check.svg?raw'
import clock from '@tabler/icons/outline/clock.svg?raw'
import door from '@tabler/icons/outline/door.svg?raw'
import info from '@tabler/icons/outline/info-circle.svg?raw'
import refresh from '@tabler/icons/outline/refresh.svg?raw'
import userQuestion from '@tabler/icons/outline/user-question.svg?raw'
import { Icon } from '../shared/icon.tsx'
import { Again, BigButton, Person, Question } from './parts.tsx'
import { type Kiosk } from './use-kiosk.ts'

interface ScreenProps {
  kiosk: Kiosk
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
        <Again onPress={() => send({ type: 'restart' })} />
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
