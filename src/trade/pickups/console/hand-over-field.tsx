import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { useCamera } from '#console/kit/parts/media/use-camera.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import styles from './hand-over-field.module.css'

interface HandOverProps {
  /** Label of the button. */
  label: string
  /** Hands over by code and returns the confirmation; its error is shown. */
  send: (code: string) => Promise<string>
  /** Section in which the account must be able to write. */
  access: Parameters<typeof useMayWrite>[0]
}

/** Desk dialog: reads the customer's code with the camera, or takes it typed. */
export function HandOverButton({ label, send, access }: HandOverProps) {
  const [isOpen, setOpen] = useState(false)
  if (!useMayWrite(access)) return null
  return (
    <>
      <Button variant="subtle" leftSection={<Icon name="check" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={label}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <HandOverForm send={send} />
      </Modal>
    </>
  )
}

function HandOverForm({ send }: Pick<HandOverProps, 'send'>) {
  const video = useRef<HTMLVideoElement>(null)
  const [isCameraWanted, setCameraWanted] = useState(false)
  const [code, setCode] = useState('')
  const [errorText, setErrorText] = useState<string>()
  const [done, setDone] = useState('')
  const [busy, setBusy] = useState(false)
  const handOver = async (text: string) => {
    // One at a time: the camera keeps scanning while a code is being sent.
    if (busy) return
    setBusy(true)
    setErrorText(undefined)
    setDone('')
    try {
      const confirmation = await send(text)
      setDone(confirmation)
      showSuccess(confirmation)
      setCode('')
    } catch (error) {
      setCode(text)
      setErrorText(refusalMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const camera = useCamera(video, isCameraWanted, (text) => void handOver(text))
  const cameraLabels = {
    off: '',
    asking: m.pickups_camera_asking(),
    on: m.pickups_camera_on(),
    refused: m.pickups_camera_refused(),
    none: m.pickups_camera_none(),
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim()) void handOver(code)
      }}
    >
      <div className={styles.camera} data-open={isCameraWanted || undefined}>
        <video ref={video} playsInline muted className={styles.video} data-on={camera === 'on' || undefined} />
      </div>
      <Group justify="space-between" gap={8}>
        <Text size="sm" role="status">
          {done || cameraLabels[camera]}
        </Text>
        {camera !== 'on' && camera !== 'asking' && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              setCameraWanted(false)
              window.setTimeout(() => setCameraWanted(true))
            }}
          >
            {m.pickups_camera_open()}
          </Button>
        )}
      </Group>
      <TextInput
        data-autofocus
        mt={12}
        label={m.pickups_code()}
        description={m.pickups_code_help()}
        value={code}
        error={errorText}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button type="submit" mt={12} loading={busy} disabled={code.trim() === ''}>
        {m.pickups_hand_over()}
      </Button>
    </form>
  )
}
