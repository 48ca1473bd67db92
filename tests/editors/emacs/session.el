;;; session.el --- emacs --batch -l session.el INIT CONTRACT  -*- lexical-binding: t -*-
;; Sits before Emacs's own LSP client, eglot, as a user does and prints as JSON what there was to see.

(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'json)
(require 'xref)

(setq make-backup-files nil
      create-lockfiles nil
      flymake-no-changes-timeout 0.1)

(defun session-wait (what probe)
  "Wait for PROBE to give something and return it; WHAT names it when it does not."
  (let ((end (+ (float-time) 20)) value)
    (while (and (not (setq value (funcall probe))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or value (error "Waited in vain for %s" what))))

(defun session-go-to (start words)
  "Put point a little inside of WORDS, in the first line that begins with START and has them."
  (goto-char (point-min))
  (re-search-forward (concat "^" (regexp-quote start) ".*?" (regexp-quote words)))
  (goto-char (+ (- (match-end 0) (length words)) 2)))

(defun session-diagnostics ()
  "The findings in the buffer, in its order."
  (flymake-start)
  (mapcar (lambda (each)
            `((line . ,(line-number-at-pos (flymake-diagnostic-beg each)))
              (message . ,(flymake-diagnostic-text each))))
          (sort (flymake-diagnostics) (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b))))))

(defun session-finding (words)
  "Whether a finding's message has WORDS."
  (flymake-start)
  (seq-some (lambda (each) (string-match-p (regexp-quote words) (flymake-diagnostic-text each))) (flymake-diagnostics)))

(defun session-hover ()
  "What the server says about the thing at point."
  (let ((answer (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (substring-no-properties (eglot--hover-info (plist-get answer :contents) (plist-get answer :range)))))

(defun session-run (init contract)
  "Load INIT as a user's own, read CONTRACT, and return what was seen."
  (load init nil t)
  (find-file contract)
  ;; eglot connects after the command that opened the file; a batch has no commands.
  (run-hooks 'post-command-hook)
  (session-wait "eglot" (lambda () (bound-and-true-p eglot--managed-mode)))
  (let ((seen `((mode . ,(symbol-name major-mode)))))
    (push `(diagnostics . ,(vconcat (session-wait "findings" #'session-diagnostics))) seen)
    (session-go-to "7.2 " "Confidential Information")
    (push `(hover . ,(session-hover)) seen)
    (session-go-to "2.2 " "clause 2.3")
    (xref-find-definitions (xref-backend-identifier-at-point 'eglot))
    (push `(landed . ,(buffer-substring-no-properties (line-beginning-position) (line-end-position))) seen)
    (session-go-to "3.1 " "Delivery Date.")
    (end-of-line)
    (let ((start (point)))
      (insert " See clause 99.")
      (eglot--signal-textDocument/didChange)
      (session-wait "a finding on what was typed" (lambda () (session-finding "99")))
      (delete-region start (point))
      (eglot--signal-textDocument/didChange)
      (session-wait "the finding to go" (lambda () (not (session-finding "99")))))
    (push `(left . ,(vconcat (session-diagnostics))) seen)
    (set-buffer-modified-p nil)
    (eglot-shutdown (eglot--current-server-or-lose) nil 5)
    seen))

(condition-case problem
    (let ((init (pop command-line-args-left))
          (contract (pop command-line-args-left)))
      (princ (json-encode (session-run init contract)))
      (kill-emacs 0))
  (error
   (message "%s" (error-message-string problem))
   (kill-emacs 1)))
