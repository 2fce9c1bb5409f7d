import { type FormEvent, useId } from 'react';
import { ApiError } from '~/api/errors';
import type { Order } from '~/api/order/orders';
import { Button } from '~/components/form/Button';
import { TextArea } from '~/components/form/TextArea';
import { reviewButton, reviewValidate } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import { useNavigate } from '~/lib/router/hooks';
import { useOnce } from '~/lib/useOnce';
import { paths } from '~/paths';
import { useReviewOrder } from '../api';
import styles from './ReviewBox.module.css';
import { Stars } from './Stars';

interface Review {
  text: string;
  rating: number | null;
}

const draft = declareDraft<Review>({ name: 'review', lifetime: 'customer', fields: ['text', 'rating'] });

/**
 * The customer's review of the stylist. The dashboard opens next, whether or not the review can be saved. If the session has
 * ended, the review waits here until the customer has signed in.
 */
export function ReviewBox({ order }: { order: Order }) {
  const navigate = useNavigate();
  const save = useReviewOrder(order.id);
  const known: Review = { text: order.order_review ?? '', rating: order.review_rating };
  const [review, setReview] = useDraftState(draft, known, { scope: order.id });
  const { text, rating } = review;
  const once = useOnce();
  const textId = useId();
  const label = reviewButton({ text, rating });
  const issues = reviewValidate({ order_review: text, review_rating: rating });
  const message = issues.find(({ field }) => field === 'order_review')?.message;
  // An unchanged review is already on the server, and blanks are no review.
  const isNew = (text !== known.text && text.trim() !== '') || rating !== known.rating;

  const send = async () => {
    if (issues.length > 0) {
      document.getElementById(textId)?.focus();
      return;
    }
    const order_review = text.trim() === '' ? known.text : text;
    try {
      if (isNew) await save.mutateAsync({ order_review, review_rating: rating });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return;
    }
    forgetDraft(draft, order.id);
    await navigate(paths.dashboard);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void once(send);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2>Leave a Review</h2>
      <Stars label="Rate your stylist" value={rating} onChange={(stars) => setReview({ ...review, rating: stars })} />
      <TextArea
        id={textId}
        name="order_review"
        label="Your review"
        hint="What did you like? What should the next box be like?"
        rows={5}
        value={text}
        onChange={({ target }) => setReview({ ...review, text: target.value })}
        onBlur={ignore}
        ref={null}
        message={message}
      />
      <Button type="submit" busy={save.isPending}>
        {label}
      </Button>
    </form>
  );
}

const ignore = () => undefined;
