/** What stands around every screen: who it is of, the languages, help, and what is asked over it. */
import { type ComponentType, type ReactNode } from 'react'
import hand from '@tabler/icons/outline/hand-stop.svg?raw'
import { type KioskScreen } from '../../src/training/day/kiosk/machine.contract.ts'
import { LANGUAGES, type Language } from '../../src/training/day/kiosk/texts.contract.ts'
import { Icon } from '../shared/icon.tsx'
import { FoundScreen, NobodyScreen, SeveralScreen, WelcomeScreen } from './answers.tsx'
import { type Model } from './model.ts'
import { Asking, BigButton } from './parts.tsx'
import { BirthdayScreen, LastNameScreen } from './questions.tsx'

const SCREENS: Record<Exclude<KioskScreen, 'setup'>, ComponentType<{ model: Model }>> = {
  initial: BirthdayScreen,
  'birthday-confirmation': BirthdayScreen,
  'lastname-confirmation': LastNameScreen,
  'multiple-students-found': SeveralScreen,
  'student-found': FoundScreen,
  'welcome-page': WelcomeScreen,
  'no-student-found': NobodyScreen,
}
/** A screen that looks the same is not drawn anew: the field keeps its caret. */
const keyOf = (screen: KioskScreen): string => (screen === 'birthday-confirmation' ? 'initial' : screen)

function Languages({ model: { language, speak, texts } }: { model: Model }): ReactNode {
  return (
    <div className="kiosk-languages" role="group" aria-label={texts.language}>
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === language}
          onClick={() => speak(code as Language)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** Asks whether somebody is still there, or tells what went wrong. */
function Over({ model: { state, told, texts, send, closeTold } }: { model: Model }): ReactNode {
  if (told !== null)
    return (
      <Asking title={texts.wait} text={told.text}>
        <BigButton primary onPress={closeTold}>
          {texts.again}
        </BigButton>
      </Asking>
    )
  if (state.asking === null) return null
  return (
    <Asking title={texts.stillThere} text={texts.beginsIn(state.asking)}>
      <BigButton onPress={() => send({ type: 'restart' })}>{texts.beginAgain}</BigButton>
      <BigButton primary onPress={() => send({ type: 'continue' })}>
        {texts.goOn}
      </BigButton>
    </Asking>
  )
}

interface FrameProps {
  model: Model
  head: ReactNode
  /** Instead of the screens of students. */
  instead?: ReactNode
}

export function Frame({ model, head, instead }: FrameProps): ReactNode {
  const { state, send, notice, texts, language, phone } = model
  const Screen = state.screen === 'setup' ? null : SCREENS[state.screen]
  const touch = () => send({ type: 'touch' })
  return (
    <div
      className={phone ? 'kiosk kiosk--phone' : 'kiosk'}
      lang={language}
      data-screen={state.screen}
      onPointerDown={touch}
      onKeyDown={touch}
    >
      <header className="kiosk-head">
        {head}
        {Screen && <Languages model={model} />}
      </header>
      <div key={keyOf(state.screen)} className="kiosk-screen">
        {Screen ? <Screen model={model} /> : instead}
      </div>
      <footer className="kiosk-foot">
        {notice !== null ? (
          <p className="kiosk-offline" role="status">
            {notice}
          </p>
        ) : (
          <p>
            <Icon svg={hand} /> {texts.help}
          </p>
        )}
      </footer>
      <Over model={model} />
    </div>
  )
}
