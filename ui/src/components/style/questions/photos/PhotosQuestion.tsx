import { useState } from 'react';
import type { ChosenPhoto, Upload } from '~/api/style/uploads';
import { FieldMessage } from '~/components/form/FieldMessage';
import { messagesText, photosValidate, policy } from '~/core';
import { asTexts, type QuestionProps } from '~/components/style/questions/question';
import { QuestionLegend } from '~/components/style/questions/QuestionLegend';
import { chosenPhoto } from './chosenPhoto';
import { DropZone } from './DropZone';
import { FileChooser } from './FileChooser';
import styles from './PhotosQuestion.module.css';
import { UploadTile } from './UploadTile';
import { useUploads } from './useUploads';

/** Photos that the customer chooses, drops or takes. Core limits their number and kind. The answer is their addresses. */
export function PhotosQuestion({ question, id, value, message, titleShown, onChange }: QuestionProps) {
  const { max_photos: most } = policy();
  const kept = asTexts(value);
  const [refusal, setRefusal] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const {
    uploads,
    add,
    retry,
    remove: removeUpload,
  } = useUploads(question, (address) => {
    onChange((answer) => [...asTexts(answer), address]);
    // The count follows: a text that is the same as before would not be read.
    setAnnouncement('Photo added.');
  });

  const choose = async (files: readonly File[]) => {
    if (files.length === 0) return;
    // A file that was moved or deleted meanwhile cannot be read.
    const chosen = await Promise.all(files.map(chosenPhoto)).catch(() => null);
    if (chosen === null) {
      setRefusal(messagesText('photo_unreadable'));
      return;
    }
    const { taken, reasons } = checkInOrder(chosen, kept.length + uploads.length);
    const added =
      taken.length === 0 || reasons.length === 0 ? [] : [`${taken.length} of ${chosen.length} photos added.`];
    setRefusal([...added, ...reasons].join(' ') || undefined);
    add(taken);
  };

  const focusQuestion = () => document.getElementById(id)?.focus();
  const remove = (photo: string) => {
    setRefusal(undefined);
    onChange((answer) => asTexts(answer).filter((other) => other !== photo));
    setAnnouncement('Photo removed.');
    focusQuestion();
  };
  const cancel = (upload: Upload) => {
    setRefusal(undefined);
    removeUpload(upload.id);
    setAnnouncement(`${upload.file.name} removed.`);
    focusQuestion();
  };

  return (
    <fieldset id={id} tabIndex={-1} className={styles.photos} aria-describedby={`${id}-message`}>
      <QuestionLegend question={question} titleShown={titleShown} />
      <DropZone onFiles={(files) => void choose(files)}>
        {kept.length + uploads.length === 0 ? null : (
          <ul className={styles.tiles}>
            {kept.map((photo, index) => (
              <li key={photo} className={styles.tile}>
                <img src={photo} alt={`Your outfit ${index + 1}`} className={styles.picture} />
                <button type="button" className={styles.remove} onClick={() => remove(photo)}>
                  Remove<span className="unseen"> photo {index + 1}</span>
                </button>
              </li>
            ))}
            {uploads.map((upload) => (
              <UploadTile
                key={upload.id}
                upload={upload}
                onRetry={() => retry(upload.id)}
                onRemove={() => cancel(upload)}
              />
            ))}
          </ul>
        )}
        <div className={styles.choosers}>
          <FileChooser
            label={kept.length === 0 ? 'Choose photos' : 'Add more photos'}
            onFiles={(files) => void choose(files)}
          />
          <FileChooser label="Take a photo" camera onFiles={(files) => void choose(files)} />
          <span className={styles.drop}>or drop them here</span>
        </div>
        <p className={styles.count}>
          {kept.length} of {most} photos
        </p>
      </DropZone>
      <div aria-live="polite">
        <FieldMessage id={`${id}-message`}>{refusal ?? message}</FieldMessage>
        <span className="unseen">
          {announcement === '' ? null : `${announcement} ${kept.length} of ${most} photos.`}
        </span>
      </div>
    </fieldset>
  );
}

/** Checks the chosen photos in their order. Returns those that core accepts, and the reasons why it refuses others. */
function checkInOrder(chosen: readonly ChosenPhoto[], kept: number) {
  const taken: ChosenPhoto[] = [];
  const reasons = new Set<string>();
  for (const photo of chosen) {
    const files = [{ name: photo.file.name, media_type: photo.mediaType }];
    const [issue] = photosValidate({ existing: kept + taken.length, files });
    if (issue === undefined) taken.push(photo);
    else reasons.add(issue.message);
  }
  return { taken, reasons: [...reasons] };
}
