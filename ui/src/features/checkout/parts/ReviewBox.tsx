import { type FormEvent, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '~/api/orders';
import { Button } from '~/components/form/Button';
import { TextArea } from '~/components/form/TextArea';
import { reviewButton } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { useDraftState } from '~/lib/draft/useDraft';
import { paths } from '~/paths';
import { useReviewOrder } from '../api';
import styles from './ReviewBox.module.css';
import { Stars } from './Stars';

interface Review {
  text: string;
  rating: number | null;
}

const draft = declareDraft<Review>({ name: 'review', lifetime: 'reload', fields: ['text', 'rating'] });

/** The review of the stylist. Whether or not it can be saved, the dashboard opens next. */
export function ReviewBox({ order }: { order: Order | null }) {
  const navigate = useNavigate();
  const save = useReviewOrder(order?.id ?? '');
  const known: Review = { text: order?.order_review ?? '', rating: order?.review_rating ?? null };
  const [review, setReview] = useDraftState(draft, known);
  const { text, rating } = review;
  const sending = useRef(false);
  const textId = useId();
  const label = reviewButton({ text, rating });
  // The server already has an unchanged review.
  const isNew = text !== known.text || rating !== known.rating;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    if (order && isNew) await save.mutateAsync({ order_review: text, review_rating: rating }).catch(ignore);
    await navigate(order ? paths.dashboard : '/');
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <h2>Leave a Review</h2>
      <Stars label="Rate your stylist" value={rating} onChange={(stars) => setReview({ ...review, rating: stars })} />
      <TextArea
        id={textId}
        name="order_review"
        label="Your review"
        hint="What did your stylist do well? What should the next box be like?"
        rows={5}
        value={text}
        onChange={({ target }) => setReview({ ...review, text: target.value })}
        onBlur={ignore}
        ref={null}
      />
      <Button type="submit" busy={save.isPending}>
        {label}
      </Button>
    </form>
  );
}

const ignore = () => undefined;
