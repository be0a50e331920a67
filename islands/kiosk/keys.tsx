/** Keys of our own: no keyboard of the tablet comes up and moves the screen. */
import { type ReactNode } from 'react'
import backspace from '@tabler/icons/outline/backspace.svg?raw'
import x from '@tabler/icons/outline/x.svg?raw'
import { type Texts } from '../../src/training/day/kiosk/texts.contract.ts'
import { Icon } from '../shared/icon.tsx'

interface KeysProps {
  texts: Texts
  onKey: (key: string) => void
  onErase: () => void
  onClear?: () => void
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function Key({ label, text, onPress }: { label: string; text: ReactNode; onPress: () => void }): ReactNode {
  return (
    <button
      type="button"
      className={typeof text === 'string' ? 'kiosk-key' : 'kiosk-key kiosk-key--plain'}
      aria-label={label}
      // The field keeps the caret.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {text}
    </button>
  )
}

export function DigitKeys({ texts, onKey, onErase, onClear }: Required<KeysProps>): ReactNode {
  return (
    <div className="kiosk-digits" role="group" aria-label={texts.digits}>
      {DIGITS.map((digit) => (
        <Key key={digit} label={digit} text={digit} onPress={() => onKey(digit)} />
      ))}
      <Key label={texts.clear} text={<Icon svg={x} />} onPress={onClear} />
      <Key label="0" text="0" onPress={() => onKey('0')} />
      <Key label={texts.erase} text={<Icon svg={backspace} />} onPress={onErase} />
    </div>
  )
}

export function LetterKeys({ texts, onKey, onErase }: KeysProps): ReactNode {
  return (
    <div className="kiosk-letters" role="group" aria-label={texts.letters}>
      {ROWS.map((row) => (
        <div key={row} className="kiosk-row">
          {[...row].map((letter) => (
            <Key key={letter} label={letter} text={letter} onPress={() => onKey(letter)} />
          ))}
          {row === ROWS.at(-1) && <Key label={texts.erase} text={<Icon svg={backspace} />} onPress={onErase} />}
        </div>
      ))}
    </div>
  )
}
