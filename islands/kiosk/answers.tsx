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
import { type Model } from './model.ts'

interface ScreenProps {
  model: Model
}

export function SeveralScreen({ model }: ScreenProps): ReactNode {
  const { state, send } = model
  const { title, text, primary, secondary } = model.say('multiple-students-found')
  return (
    <div className="kiosk-card-column">
      <Question title={title} text={text} />
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
        <Again label={secondary} onPress={() => send({ type: 'restart' })} />
        <BigButton onPress={() => send({ type: 'notMe' })}>{primary}</BigButton>
      </div>
    </div>
  )
}

export function FoundScreen({ model }: ScreenProps): ReactNode {
  const { state, send, busy } = model
  const { title, primary, secondary } = model.say('student-found')
  const student = state.found!
  return (
    <div className="kiosk-card-column">
      <Question title={title} />
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
          {secondary}
        </BigButton>
        <BigButton primary disabled={busy} onPress={model.confirm}>
          <Icon svg={check} /> {primary}
        </BigButton>
      </div>
    </div>
  )
}

/** What it says of the countdown of a screen that closes by itself. */
function Closing({ model }: ScreenProps): ReactNode {
  const { state, texts } = model
  return <p className="kiosk-closing">{state.closing !== null && texts.closesIn(state.closing)}</p>
}

/** Who was looked up reads the text of the server, and is taken along. */
function GoingOn({ model }: ScreenProps): ReactNode {
  const { primary, secondary } = model.say('welcome-page')
  return (
    <div className="kiosk-card-column kiosk-centre">
      <span className="kiosk-sign kiosk-sign--ok">
        <Icon svg={circleCheck} />
      </span>
      {/* The server escaped the name in it. */}
      <div className="kiosk-question" role="status" dangerouslySetInnerHTML={{ __html: model.goOn!.html }} />
      <div className="kiosk-buttons">
        <BigButton onPress={() => model.send({ type: 'close' })}>{secondary}</BigButton>
        <BigButton primary onPress={() => location.assign(model.goOn!.url)}>
          {primary}
        </BigButton>
      </div>
    </div>
  )
}

export function WelcomeScreen({ model }: ScreenProps): ReactNode {
  if (model.goOn) return <GoingOn model={model} />
  const { title, text, room, start_time, note } = model.state.welcome!
  const facts = [
    { icon: door, value: room },
    { icon: clock, value: start_time },
    { icon: info, value: note },
  ].filter(({ value }) => value !== '')
  return (
    <div className="kiosk-card-column kiosk-centre">
      <span className="kiosk-sign kiosk-sign--ok">
        <Icon svg={circleCheck} />
      </span>
      <Question title={title} text={text} />
      {facts.length > 0 && (
        <ul className="kiosk-card kiosk-facts">
          {facts.map(({ icon, value }) => (
            <li key={value}>
              <Icon svg={icon} /> <b>{value}</b>
            </li>
          ))}
        </ul>
      )}
      {/* A phone is of one person, and has nobody to make room for. */}
      {!model.phone && <Closing model={model} />}
      {!model.phone && (
        <BigButton onPress={() => model.send({ type: 'close' })}>{model.say('welcome-page').primary}</BigButton>
      )}
    </div>
  )
}

export function NobodyScreen({ model }: ScreenProps): ReactNode {
  const { title, text, primary, secondary } = model.say('no-student-found')
  const close = () => model.send({ type: 'close' })
  return (
    <div className="kiosk-card-column kiosk-centre">
      <span className="kiosk-sign">
        <Icon svg={userQuestion} />
      </span>
      <Question title={title} text={text} />
      <Closing model={model} />
      <div className="kiosk-buttons">
        {model.phone && <BigButton onPress={close}>{secondary}</BigButton>}
        <BigButton primary onPress={close}>
          <Icon svg={refresh} /> {primary}
        </BigButton>
      </div>
    </div>
  )
}
