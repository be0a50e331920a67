/** The colours of dracula (draculatheme.com, MIT) for CodeMirror. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const BACKGROUND = '#282a36'
const FOREGROUND = '#f8f8f2'
const LINE = '#44475a'
const COMMENT = '#8a97c4'

const parts = EditorView.theme(
  {
    '&': { backgroundColor: BACKGROUND, color: FOREGROUND },
    '.cm-content': { caretColor: FOREGROUND },
    '.cm-cursor, .cm-dropCursor': { borderLeftColor: FOREGROUND },
    '.cm-gutters': { backgroundColor: BACKGROUND, color: COMMENT, borderRightColor: 'transparent' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'rgba(255, 255, 255, 0.06)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: LINE,
    },
    '.cm-selectionMatch': { backgroundColor: 'rgba(255, 255, 255, 0.2)' },
    '.cm-panels, .cm-tooltip': { backgroundColor: BACKGROUND, color: FOREGROUND },
  },
  { dark: true },
)

const syntax = HighlightStyle.define([
  { tag: tags.comment, color: COMMENT },
  { tag: [tags.string, tags.attributeValue], color: '#f1fa8c' },
  { tag: [tags.atom, tags.number, tags.unit, tags.color], color: '#bd93f9' },
  { tag: [tags.keyword, tags.operator, tags.tagName], color: '#ff79c6' },
  { tag: tags.propertyName, color: '#66d9ef' },
  { tag: [tags.variableName, tags.className, tags.attributeName], color: '#50fa7b' },
])

export const dracula: Extension = [parts, syntaxHighlighting(syntax)]
