/** Once, by an administrator: the credentials of the tablet, and what they are good for. */
import { useState, type ReactNode } from 'react'
import { BigButton, Question } from './parts.tsx'
import { type Tablet } from './model.ts'

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

export function SetupScreen({ kiosk }: { kiosk: Tablet }): ReactNode {
  const [clientId, setClientId] = useState('')
  const [secret, setSecret] = useState('')
  const [stands, setStands] = useState<'asked' | 'right' | 'wrong'>('asked')
  const { device, busy } = kiosk
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value)
    setStands('asked')
  }
  const check = () =>
    void kiosk
      .setUp({ client_id: clientId.trim(), client_secret: secret.trim() })
      .then((isRight) => setStands(isRight ? 'right' : 'wrong'))
  const isEmpty = clientId.trim() === '' || secret.trim() === ''
  return (
    <div className="kiosk-card-column">
      <Question
        title="Deze tablet instellen"
        text="Eén keer, door een beheerder. Daarna toont de tablet alleen nog het aanmelden."
      />
      <div className="kiosk-setup">
        <label>
          Client-id
          <input
            className="form-control"
            autoComplete="off"
            value={clientId}
            onChange={({ target }) => typed(setClientId)(target.value)}
          />
        </label>
        <label>
          Sleutel
          <input
            className="form-control"
            type="password"
            autoComplete="off"
            value={secret}
            onChange={({ target }) => typed(setSecret)(target.value)}
          />
        </label>
        <p className="kiosk-hint">Instellingen, API-sleutels. De sleutel wordt hier niet meer getoond.</p>
      </div>
      <p className="kiosk-trial" role="status">
        {stands === 'wrong' && 'Deze gegevens kloppen niet, of de sleutel heeft geen vestiging.'}
        {stands === 'right' &&
          device &&
          `Verbonden: ${device.establishment}. Vandaag ${counted(device.parts, 'onderdeel', 'onderdelen')} en ${counted(device.students, 'cursist', 'cursisten')}.`}
      </p>
      {stands === 'right' ? (
        <BigButton primary onPress={kiosk.takeIntoUse}>
          Tablet in gebruik nemen
        </BigButton>
      ) : (
        <BigButton primary disabled={isEmpty || busy} onPress={check}>
          Controleren
        </BigButton>
      )}
    </div>
  )
}
