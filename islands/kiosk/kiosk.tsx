/** A tablet at the door on which students say that they are there, one question a screen (look of the kiosk). */
import { useState, type ComponentType, type ReactNode } from 'react'
import hand from '@tabler/icons/outline/hand-stop.svg?raw'
import { type KioskScreen } from '../../src/training/day/kiosk/machine.contract.ts'
import { wallClock } from '../../src/platform/format/zone.ts'
import { Icon } from '../shared/icon.tsx'
import { useNow } from '../shared/use-now.ts'
import { browserCalls } from './calls.ts'
import { Asking, BigButton } from './parts.tsx'
import { FoundScreen, NobodyScreen, SeveralScreen, WelcomeScreen } from './answers.tsx'
import { BirthdayScreen, LastNameScreen } from './questions.tsx'
import { SetupScreen } from './setup.tsx'
import { useKiosk, type Kiosk as KioskModel } from './use-kiosk.ts'

const SCREENS: Record<KioskScreen, ComponentType<{ kiosk: KioskModel }>> = {
  setup: SetupScreen,
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

export default function Kiosk(): ReactNode {
  const [calls] = useState(browserCalls)
  const kiosk = useKiosk(calls)
  const { state, send, told, offline, device } = kiosk
  const Screen = SCREENS[state.screen]
  const [opened] = useState(() => Math.floor(Date.now() / 1000))
  const now = useNow(opened)
  const touch = () => send({ type: 'touch' })
  return (
    <div className="kiosk" data-screen={state.screen} onPointerDown={touch} onKeyDown={touch}>
      <header className="kiosk-head">
        {device?.settings.logo ? (
          <img {...device.settings.logo} src={device.settings.logo.url} alt={device.house} />
        ) : (
          <b>{device?.house}</b>
        )}
        <span>{device && `${device.establishment}, ${device.name}`}</span>
        <time>{wallClock(new Date(now * 1000)).time}</time>
      </header>
      <div key={keyOf(state.screen)} className="kiosk-screen">
        <Screen kiosk={kiosk} />
      </div>
      <footer className="kiosk-foot">
        {offline ? (
          <p className="kiosk-offline" role="status">
            Er is geen verbinding. Probeer het zo opnieuw, of ga naar de docent.
          </p>
        ) : (
          <p>
            <Icon svg={hand} /> Lukt het niet? Ga naar de docent of de receptie.
          </p>
        )}
      </footer>
      {state.asking !== null && told === null && (
        <Asking
          title="Bent u er nog?"
          text={
            <>
              Over <b>{state.asking}</b> {state.asking === 1 ? 'seconde' : 'seconden'} begint het scherm opnieuw.
            </>
          }
        >
          <BigButton onPress={() => send({ type: 'restart' })}>Opnieuw beginnen</BigButton>
          <BigButton primary onPress={() => send({ type: 'continue' })}>
            Doorgaan
          </BigButton>
        </Asking>
      )}
      {told !== null && (
        <Asking title="Even geduld" text={told.text}>
          <BigButton primary onPress={kiosk.closeTold}>
            Opnieuw
          </BigButton>
        </Asking>
      )}
    </div>
  )
}
