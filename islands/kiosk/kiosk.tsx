/** A tablet at the door on which students say that they are there, one question a screen (look of the kiosk). */
import { useState, type ReactNode } from 'react'
import { wallClock } from '../../src/platform/format/zone.ts'
import { useNow } from '../shared/use-now.ts'
import { browserCalls } from './calls.ts'
import { Frame } from './frame.tsx'
import { SetupScreen } from './setup.tsx'
import { useKiosk } from './use-kiosk.ts'

export default function Kiosk(): ReactNode {
  const [calls] = useState(browserCalls)
  const kiosk = useKiosk(calls)
  const { device } = kiosk
  const [opened] = useState(() => Math.floor(Date.now() / 1000))
  const now = useNow(opened)
  const head = (
    <>
      {device?.settings.logo ? (
        <img {...device.settings.logo} src={device.settings.logo.url} alt={device.house} />
      ) : (
        <b>{device?.house}</b>
      )}
      <span>{device && `${device.establishment}, ${device.name}`}</span>
      <time>{wallClock(new Date(now * 1000)).time}</time>
    </>
  )
  return <Frame model={kiosk} head={head} instead={<SetupScreen kiosk={kiosk} />} />
}
